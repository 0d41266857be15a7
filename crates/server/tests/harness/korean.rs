//! The Korean dictionary of the tests.

use std::path::PathBuf;
use std::sync::OnceLock;

use answerdeck_server::analyzer_pool::AnalyzerPool;

/// Returns a pool with the dictionary in the folder `ANSWERDECK_KOREAN_DICTIONARY`, or else the one that `cargo xtask` installs.
pub fn dictionary() -> AnalyzerPool {
    static POOL: OnceLock<AnalyzerPool> = OnceLock::new();
    let pool = POOL.get_or_init(|| {
        let folder = std::env::var_os("ANSWERDECK_KOREAN_DICTIONARY").map(PathBuf::from);
        let folder = folder.unwrap_or_else(|| {
            let tools = std::env::var_os("ANSWERDECK_TOOLS").map(PathBuf::from).unwrap_or_else(|| {
                let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
                cache
                    .unwrap_or_else(|| PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cache"))
                    .join("answerdeck")
            });
            tools.join("mecab-ko-dic-2.1.1.post2")
        });
        AnalyzerPool::with_dictionary(&folder)
            .unwrap_or_else(|error| panic!("{error}\n`cargo xtask test server` fetches the Korean dictionary"))
    });
    pool.clone()
}
