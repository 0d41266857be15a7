//! Measurements of the process and of the database's file, taken when someone asks for them. Their names are those of the
//! clients of Prometheus.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;

/// Measures the process, and the SQLite file if there is one. What the system does not say is left out.
#[derive(Debug)]
pub(super) struct ProcessCollector {
    pub(super) database_file: Option<PathBuf>,
}

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let build = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        encode(&mut encoder, "answerdeck_build", "The version of the program.", &build)?;
        if let Some(process) = Process::measure() {
            let seconds = ConstCounter::new(process.cpu_seconds);
            encode(&mut encoder, "process_cpu_seconds", "Processor time of the process, in seconds.", &seconds)?;
            for (name, help, value) in [
                ("process_resident_memory_bytes", "Resident memory of the process, in bytes.", process.memory_bytes),
                ("process_start_time_seconds", "Start of the process, in seconds since 1970.", process.start_seconds),
                ("process_open_fds", "Open file descriptors.", process.open_files),
                ("process_max_fds", "File descriptors that the process may open.", process.open_files_max),
            ] {
                encode(&mut encoder, name, help, &ConstGauge::new(value))?;
            }
        }
        let Some(file) = &self.database_file else { return Ok(()) };
        for (name, help, bytes) in [
            ("answerdeck_database_file_bytes", "Size of the SQLite file.", size(file)),
            ("answerdeck_database_wal_bytes", "Size of the write-ahead log of SQLite.", size(&wal(file))),
            (
                "answerdeck_database_available_bytes",
                "Space that the file system of the SQLite file has left.",
                available_space(file),
            ),
        ] {
            if let Some(bytes) = bytes {
                encode(&mut encoder, name, help, &ConstGauge::new(bytes))?;
            }
        }
        Ok(())
    }
}

fn encode(encoder: &mut DescriptorEncoder, name: &str, help: &str, metric: &impl EncodeMetric) -> fmt::Result {
    metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
}

struct Process {
    cpu_seconds: f64,
    memory_bytes: f64,
    start_seconds: f64,
    open_files: f64,
    open_files_max: f64,
}

impl Process {
    #[cfg(target_os = "linux")]
    fn measure() -> Option<Self> {
        use procfs::process::LimitValue;

        let process = procfs::process::Process::myself().ok()?;
        let stat = process.stat().ok()?;
        let ticks_per_second = procfs::ticks_per_second() as f64;
        let open_files_max = match process.limits().ok()?.max_open_files.soft_limit {
            LimitValue::Value(limit) => limit as f64,
            LimitValue::Unlimited => f64::INFINITY,
        };
        Some(Self {
            cpu_seconds: (stat.utime + stat.stime) as f64 / ticks_per_second,
            memory_bytes: (stat.rss * procfs::page_size()) as f64,
            start_seconds: procfs::boot_time_secs().ok()? as f64 + stat.starttime as f64 / ticks_per_second,
            open_files: process.fd_count().ok()? as f64,
            open_files_max,
        })
    }

    #[cfg(not(target_os = "linux"))]
    fn measure() -> Option<Self> {
        None
    }
}

fn size(file: &Path) -> Option<f64> {
    std::fs::metadata(file).ok().map(|metadata| metadata.len() as f64)
}

/// The write-ahead log beside a SQLite file.
fn wal(file: &Path) -> PathBuf {
    let mut wal = OsString::from(file);
    wal.push("-wal");
    wal.into()
}

#[cfg(unix)]
fn available_space(file: &Path) -> Option<f64> {
    let file_system = rustix::fs::statvfs(file).ok()?;
    Some(file_system.f_bavail as f64 * file_system.f_frsize as f64)
}

#[cfg(not(unix))]
fn available_space(_: &Path) -> Option<f64> {
    None
}
