//! Data that the program changes. The splitter gives each chunk the data that only its functions use, and each module with the
//! chunk writes it when it is instantiated: changes would be lost. So the main module, which is instantiated once, has all of
//! it.

use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{ConstExpr, DataSection, Module};
use wasmparser::{Data, DataKind, KnownCustom, Name, Operator, Parser, Payload};

use crate::StepResult;

/// The linker's name of constants.
const CONSTANTS: &str = ".rodata";

/// Initial values of writable data: their address and bytes.
pub(crate) type Segment = (i32, Vec<u8>);

/// Where writable data is in memory: from the first address after the constants.
#[derive(Debug, PartialEq)]
pub(crate) struct WritableData(i32);

impl WritableData {
    /// Finds the writable data of `program`, which the linker wrote with names. The splitter leaves each kind of data where it is.
    pub(crate) fn of(program: &[u8]) -> StepResult<Self> {
        let (mut starts, mut constants, mut writable) = (Vec::new(), None, None);
        for payload in Parser::new(0).parse_all(program) {
            match payload? {
                Payload::DataSection(section) => {
                    for data in section {
                        starts.push(address(&data?)?);
                    }
                }
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(names) = section.as_known() else { continue };
                    for name in names {
                        let Name::Data(names) = name? else { continue };
                        for data in names {
                            let data = data?;
                            let start = starts.get(data.index as usize).copied();
                            if data.name == CONSTANTS {
                                constants = start;
                            } else {
                                writable = writable.into_iter().chain(start).min();
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        match (constants, writable) {
            (Some(constants), Some(start)) if constants < start => Ok(Self(start)),
            _ => Err("the program's writable data does not follow its constants".into()),
        }
    }

    pub(crate) fn contains(&self, data: &Data) -> StepResult<bool> {
        Ok(address(data)? >= self.0)
    }

    pub(crate) fn segments(&self, chunk: &[u8]) -> StepResult<Vec<Segment>> {
        let mut segments = Vec::new();
        for payload in Parser::new(0).parse_all(chunk) {
            let Payload::DataSection(section) = payload? else { continue };
            for data in section {
                let data = data?;
                if self.contains(&data)? && !data.data.is_empty() {
                    segments.push((address(&data)?, data.data.to_vec()));
                }
            }
        }
        Ok(segments)
    }
}

/// Adds `segments` to the data of the module `main`.
pub(crate) fn add(main: &[u8], segments: Vec<Segment>) -> StepResult<Vec<u8>> {
    let mut module = Module::new();
    Added(segments).parse_core_module(&mut module, Parser::new(0), main)?;
    Ok(module.finish())
}

struct Added(Vec<Segment>);

impl Reencode for Added {
    type Error = Infallible;

    fn data_count(&mut self, count: u32) -> Result<u32, Error<Infallible>> {
        Ok(count + self.0.len() as u32)
    }

    fn parse_data_section(
        &mut self,
        data: &mut DataSection,
        section: wasmparser::DataSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        utils::parse_data_section(self, data, section)?;
        for (address, bytes) in self.0.drain(..) {
            data.active(0, &ConstExpr::i32_const(address), bytes);
        }
        Ok(())
    }
}

fn address(data: &Data) -> StepResult<i32> {
    if let DataKind::Active { offset_expr, .. } = &data.kind
        && let Operator::I32Const { value } = offset_expr.get_operators_reader().read()?
    {
        return Ok(value);
    }
    Err("a module has data at an address that is not constant".into())
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{DataCountSection, EntityType, ImportSection, MemoryType, NameMap, NameSection};
    use wasmparser::Validator;

    use super::*;
    use crate::merge::merge;

    impl From<i32> for WritableData {
        fn from(start: i32) -> Self {
            Self(start)
        }
    }

    /// A module with data of these names, at these addresses.
    fn module(named: &[(&str, i32, &[u8])]) -> Vec<u8> {
        let (mut imports, mut data, mut names) = (ImportSection::new(), DataSection::new(), NameMap::new());
        let memory = MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        imports.import("main", "memory", EntityType::Memory(memory));
        for ((name, address, bytes), index) in named.iter().zip(0..) {
            data.active(0, &ConstExpr::i32_const(*address), bytes.iter().copied());
            names.append(index, name);
        }
        let mut name_section = NameSection::new();
        name_section.data(&names);
        let mut module = Module::new();
        module.section(&imports).section(&DataCountSection { count: data.len() }).section(&data).section(&name_section);
        module.finish()
    }

    #[test]
    fn data_after_the_constants_is_writable() {
        let program = module(&[(".rodata", 16, b"constant"), (".data", 32, b"1"), (".bss", 48, b"0")]);
        assert_eq!(WritableData::of(&program).unwrap(), WritableData(32));
        assert_eq!(WritableData(32).segments(&program).unwrap(), [(32, b"1".to_vec()), (48, b"0".to_vec())]);
    }

    #[test]
    fn a_merged_module_has_the_constants_alone() {
        let chunk = module(&[(".rodata", 16, b"constant"), (".data", 32, b"1")]);
        let merged = merge(&[&chunk, &chunk], &WritableData(32)).unwrap();
        Validator::new().validate_all(&merged).unwrap();
        let constant = (16, b"constant".to_vec());
        assert_eq!(WritableData(0).segments(&merged).unwrap(), [constant.clone(), constant]);
    }

    #[test]
    fn a_program_of_another_shape_is_an_error() {
        for named in [&[(".data", 16, &b"1"[..])][..], &[(".data", 16, b"1"), (".rodata", 32, b"2")]] {
            assert!(WritableData::of(&module(named)).is_err());
        }
    }

    #[test]
    fn the_main_module_has_the_writable_data_of_all_chunks() {
        let main = add(&module(&[(".data", 32, b"1")]), vec![(33, b"2".to_vec())]).unwrap();
        Validator::new().validate_all(&main).unwrap();
        assert_eq!(WritableData(32).segments(&main).unwrap(), [(32, b"1".to_vec()), (33, b"2".to_vec())]);
    }
}
