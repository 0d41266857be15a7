//! Merges chunks into one module, which a browser instantiates much faster than hundreds of small ones. All chunks have one
//! shape: each has the types of the whole program, imports its memory, its table and some globals, exports nothing, and finds
//! the functions of other chunks in the table.

use std::collections::BTreeMap;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, FunctionSection, ImportSection,
    Module, TypeSection,
};
use wasmparser::{
    BinaryReaderError, Element, ElementItems, ElementKind, FunctionBody, ImportSectionReader, Operator, Parser,
    Payload, TypeRef,
};

use crate::StepResult;
use crate::writable_data::WritableData;

/// Merges `chunks` into one module, without their writable data.
pub(crate) fn merge(chunks: &[&[u8]], writable: &WritableData) -> StepResult<Vec<u8>> {
    let chunks = chunks
        .iter()
        .map(|bytes| Parser::new(0).parse_all(bytes).collect::<Result<Vec<_>, _>>())
        .collect::<Result<Vec<_>, _>>()?;
    let table_functions = table_functions(&chunks)?;
    let (mut types, mut imports, mut functions) = (TypeSection::new(), Imports::default(), FunctionSection::new());
    let (mut code, mut data) = (CodeSection::new(), DataSection::new());
    for chunk in &chunks {
        let mut indices =
            Indices { functions: function_indices(chunk, functions.len(), &table_functions)?, globals: Vec::new() };
        for payload in chunk {
            match payload {
                Payload::TypeSection(section) => {
                    if types.is_empty() {
                        indices.parse_type_section(&mut types, section.clone())?;
                    }
                }
                Payload::ImportSection(section) => imports.add(section.clone(), &mut indices)?,
                Payload::FunctionSection(section) => indices.parse_function_section(&mut functions, section.clone())?,
                Payload::CodeSectionEntry(body) => indices.parse_function_body(&mut code, body.clone())?,
                Payload::DataSection(section) => {
                    for constant in section.clone() {
                        let constant = constant?;
                        if !writable.contains(&constant)? {
                            indices.parse_data(&mut data, constant)?;
                        }
                    }
                }
                Payload::ExportSection(section) if section.count() == 0 => {}
                Payload::Version { .. }
                | Payload::ElementSection(_)
                | Payload::DataCountSection { .. }
                | Payload::CodeSectionStart { .. }
                | Payload::CustomSection(_)
                | Payload::End(_) => {}
                other => return Err(format!("a chunk has an unknown section: {other:?}").into()),
            }
        }
    }
    let mut module = Module::new();
    module.section(&types).section(&imports.section).section(&functions).section(&elements(&table_functions));
    module.section(&DataCountSection { count: data.len() }).section(&code).section(&data);
    Ok(module.finish())
}

/// The imports of the merged module.
#[derive(Default)]
struct Imports<'a> {
    section: ImportSection,
    names: Vec<&'a str>,
    globals: Vec<&'a str>,
}

impl<'a> Imports<'a> {
    /// Adds the imports of a chunk that no other chunk has, and records the indices of its globals.
    fn add(&mut self, section: ImportSectionReader<'a>, indices: &mut Indices) -> StepResult {
        for import in section.into_imports() {
            let import = import?;
            let is_new = !self.names.contains(&import.name);
            match import.ty {
                TypeRef::Memory(_) | TypeRef::Table(_) => {}
                TypeRef::Global(_) => {
                    if is_new {
                        self.globals.push(import.name);
                    }
                    let index = self.globals.iter().position(|name| *name == import.name);
                    indices.globals.extend(index.map(u32::try_from).transpose()?);
                }
                _ => {
                    return Err(
                        format!("a chunk imports {}, which is not a memory, table or global", import.name).into()
                    );
                }
            }
            if is_new {
                self.names.push(import.name);
                indices.parse_import(&mut self.section, import)?;
            }
        }
        Ok(())
    }
}

/// Indices in the merged module of the functions and globals of one chunk. Memory and table are the same everywhere.
struct Indices {
    functions: Vec<u32>,
    globals: Vec<u32>,
}

impl Reencode for Indices {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.functions[function as usize])
    }

    fn global_index(&mut self, global: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.globals[global as usize])
    }
}

/// The functions of a chunk: the index of the type, and the body.
fn functions<'a>(chunk: &[Payload<'a>]) -> StepResult<Vec<(u32, FunctionBody<'a>)>> {
    let (mut types, mut bodies) = (Vec::new(), Vec::new());
    for payload in chunk {
        match payload {
            Payload::FunctionSection(section) => types = section.clone().into_iter().collect::<Result<_, _>>()?,
            Payload::CodeSectionEntry(body) => bodies.push(body.clone()),
            _ => {}
        }
    }
    Ok(types.into_iter().zip(bodies).collect())
}

/// The functions that the chunks put into the table: their indices in the merged module by table index.
fn table_functions(chunks: &[Vec<Payload<'_>>]) -> StepResult<BTreeMap<i32, u32>> {
    let mut table_functions = BTreeMap::new();
    let mut first = 0;
    for chunk in chunks {
        for payload in chunk {
            let Payload::ElementSection(section) = payload else { continue };
            for element in section.clone() {
                let Element {
                    kind: ElementKind::Active { offset_expr, .. },
                    items: ElementItems::Functions(items),
                    ..
                } = element?
                else {
                    return Err("a chunk fills the table in an unknown way".into());
                };
                let Operator::I32Const { value: begin } = offset_expr.get_operators_reader().read()? else {
                    return Err("a chunk fills the table at an offset that is not constant".into());
                };
                for (slot, function) in (begin..).zip(items) {
                    table_functions.insert(slot, first + function?);
                }
            }
        }
        first += u32::try_from(functions(chunk)?.len())?;
    }
    Ok(table_functions)
}

/// A section that puts functions into the table. Functions that follow each other there share one element.
fn elements(table_functions: &BTreeMap<i32, u32>) -> ElementSection {
    let slots: Vec<(i32, u32)> = table_functions.iter().map(|(slot, function)| (*slot, *function)).collect();
    let mut section = ElementSection::new();
    for row in slots.chunk_by(|(slot, _), (next, _)| slot + 1 == *next) {
        let functions: Vec<u32> = row.iter().map(|(_, function)| *function).collect();
        if let Some((begin, _)) = row.first() {
            section.active(None, &ConstExpr::i32_const(*begin), Elements::Functions(functions.into()));
        }
    }
    section
}

/// The indices in the merged module of a chunk's functions, where its first function has the index `first`.
///
/// A chunk calls a function of another chunk through a stub, which calls the table. Where the merged module has that
/// function, calls go to it directly.
fn function_indices(chunk: &[Payload<'_>], first: u32, table_functions: &BTreeMap<i32, u32>) -> StepResult<Vec<u32>> {
    let index = |(own, (own_type, body))| {
        let target = stub(own_type, &body)?.and_then(|slot| table_functions.get(&slot).copied());
        Ok(target.unwrap_or(own))
    };
    (first..).zip(functions(chunk)?).map(index).collect()
}

/// The table index of the function that a stub calls with all its arguments. `None` when this is not a stub.
fn stub(own_type: u32, body: &FunctionBody<'_>) -> Result<Option<i32>, BinaryReaderError> {
    let mut operators = body.get_operators_reader()?;
    let mut arguments = 0;
    let slot = loop {
        match operators.read()? {
            Operator::LocalGet { local_index } if local_index == arguments => arguments += 1,
            Operator::I32Const { value } => break value,
            _ => return Ok(None),
        }
    };
    let calls = matches!(operators.read()?, Operator::CallIndirect { type_index, .. } if type_index == own_type);
    Ok((calls && matches!(operators.read()?, Operator::End)).then_some(slot))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use wasm_encoder::{
        EntityType, Function, GlobalType, ImportSection, Instruction, MemoryType, RefType, TableType, ValType,
    };
    use wasmparser::Validator;

    use super::*;

    /// A chunk of the splitter's shape. Each function takes a number and returns one; the first has the table index `slot`.
    fn chunk(imports: &[(&str, EntityType)], slot: i32, functions: &[&[Instruction<'_>]]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut importing = ImportSection::new();
        for (name, kind) in imports {
            importing.import("__wasm_split", name, *kind);
        }
        let (mut declared, mut code) = (FunctionSection::new(), CodeSection::new());
        for instructions in functions {
            declared.function(0);
            let mut function = Function::new([]);
            for instruction in *instructions {
                function.instruction(instruction);
            }
            code.function(&function);
        }
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(slot), Elements::Functions(Cow::Borrowed(&[0])));
        let mut module = Module::new();
        module.section(&types).section(&importing).section(&declared).section(&elements).section(&code);
        module.finish()
    }

    fn table() -> (&'static str, EntityType) {
        let kind =
            TableType { element_type: RefType::FUNCREF, table64: false, minimum: 9, maximum: None, shared: false };
        ("table", EntityType::Table(kind))
    }

    fn global(name: &str) -> (&str, EntityType) {
        (name, EntityType::Global(GlobalType { val_type: ValType::I32, mutable: true, shared: false }))
    }

    fn memory() -> (&'static str, EntityType) {
        let kind = MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        ("memory", EntityType::Memory(kind))
    }

    fn stub(slot: i32) -> [Instruction<'static>; 4] {
        let call = Instruction::CallIndirect { type_index: 0, table_index: 0 };
        [Instruction::LocalGet(0), Instruction::I32Const(slot), call, Instruction::End]
    }

    fn merged(chunks: &[Vec<u8>]) -> Vec<u8> {
        merge(&chunks.iter().map(Vec::as_slice).collect::<Vec<_>>(), &WritableData::from(0)).unwrap()
    }

    /// The operators of each function of a module, as text.
    fn code(module: &[u8]) -> Vec<String> {
        let mut bodies = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            let Payload::CodeSectionEntry(body) = payload.unwrap() else { continue };
            let operators = body.get_operators_reader().unwrap().into_iter();
            bodies.push(operators.map(|operator| format!("{:?} ", operator.unwrap())).collect());
        }
        bodies
    }

    #[test]
    fn a_function_of_another_chunk_is_called_directly() {
        let calls = [Instruction::LocalGet(0), Instruction::Call(1), Instruction::End];
        let one = chunk(&[table()], 3, &[&calls, &stub(5)]);
        let other = chunk(&[memory(), table()], 5, &[&[Instruction::I32Const(42), Instruction::End]]);
        let merged = merged(&[one, other]);
        Validator::new().validate_all(&merged).unwrap();
        assert!(code(&merged)[0].contains("function_index: 2"), "{:?}", code(&merged));
        assert!(code(&merged)[2].contains("42"), "{:?}", code(&merged));
    }

    #[test]
    fn a_function_of_the_main_module_is_called_through_the_table() {
        let calls = [Instruction::LocalGet(0), Instruction::Call(1), Instruction::End];
        let merged = merged(&[chunk(&[table()], 3, &[&calls, &stub(7)])]);
        assert!(code(&merged)[0].contains("function_index: 1"), "{:?}", code(&merged));
        assert!(code(&merged)[1].contains("CallIndirect"), "{:?}", code(&merged));
    }

    #[test]
    fn functions_that_follow_each_other_in_the_table_share_an_element() {
        let (slots, functions) = ([4, 7, 3], [&stub(0)[..]]);
        let chunks = slots.map(|slot| chunk(&[table()], slot, &functions));
        let merged = merged(&chunks);
        let payloads = Parser::new(0).parse_all(&merged).collect::<Result<Vec<_>, _>>().unwrap();
        let elements = payloads.iter().find_map(|payload| match payload {
            Payload::ElementSection(section) => Some(section.count()),
            _ => None,
        });
        assert_eq!(elements, Some(2));
        assert_eq!(table_functions(&[payloads]).unwrap(), BTreeMap::from([(3, 2), (4, 0), (7, 1)]));
    }

    #[test]
    fn an_import_of_several_chunks_is_imported_once() {
        let get = |global| [Instruction::GlobalGet(global), Instruction::End];
        let one = chunk(&[table(), global("stack"), memory()], 3, &[&get(0)]);
        let other = chunk(&[memory(), global("other"), global("stack"), table()], 4, &[&get(1)]);
        let merged = merged(&[one, other]);
        Validator::new().validate_all(&merged).unwrap();
        let code = code(&merged);
        assert_eq!(code[0], code[1]);
    }

    #[test]
    fn a_chunk_of_another_shape_is_an_error() {
        let kind = EntityType::Function(0);
        let chunk = chunk(&[table(), ("function", kind)], 3, &[&[Instruction::Unreachable, Instruction::End]]);
        let error = merge(&[&chunk], &WritableData::from(0));
        assert!(error.unwrap_err().to_string().contains("imports function"));
    }
}
