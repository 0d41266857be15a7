//! The parts of a page as one module, for whoever opens the console there: a browser makes one module in a fraction of
//! the time that it needs for eighty small ones.
//!
//! The splitter's parts are of one make: each has the types of the whole program, imports its memory, its table and
//! some globals, exports nothing, and finds the functions of other parts in the table.

use std::collections::BTreeMap;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, FunctionSection, ImportSection, Module, TypeSection,
};
use wasmparser::{
    BinaryReaderError, Element, ElementItems, ElementKind, FunctionBody, ImportSectionReader, Operator, Parser,
    Payload, TypeRef,
};

use crate::Outcome;

/// The module that does what all of `parts` do.
///
/// # Errors
/// A part is not of the splitter's make.
pub(super) fn whole(parts: &[Vec<u8>]) -> Outcome<Vec<u8>> {
    let parts = parts
        .iter()
        .map(|bytes| Parser::new(0).parse_all(bytes).collect::<Result<Vec<_>, _>>())
        .collect::<Result<Vec<_>, _>>()?;
    let slots = slots(&parts)?;
    let (mut types, mut imports, mut functions) = (TypeSection::new(), Imports::default(), FunctionSection::new());
    let (mut elements, mut code, mut data) = (ElementSection::new(), CodeSection::new(), DataSection::new());
    for part in &parts {
        let mut numbers = Numbers { functions: function_numbers(part, functions.len(), &slots)?, globals: Vec::new() };
        for payload in part {
            match payload {
                Payload::TypeSection(section) => {
                    if types.is_empty() {
                        numbers.parse_type_section(&mut types, section.clone())?;
                    }
                }
                Payload::ImportSection(section) => imports.add(section.clone(), &mut numbers)?,
                Payload::FunctionSection(section) => numbers.parse_function_section(&mut functions, section.clone())?,
                Payload::ElementSection(section) => numbers.parse_element_section(&mut elements, section.clone())?,
                Payload::CodeSectionEntry(body) => numbers.parse_function_body(&mut code, body.clone())?,
                Payload::DataSection(section) => numbers.parse_data_section(&mut data, section.clone())?,
                Payload::ExportSection(section) if section.count() == 0 => {}
                Payload::Version { .. }
                | Payload::DataCountSection { .. }
                | Payload::CodeSectionStart { .. }
                | Payload::CustomSection(_)
                | Payload::End(_) => {}
                other => return Err(format!("a part holds what none held before: {other:?}").into()),
            }
        }
    }
    let mut module = Module::new();
    module.section(&types).section(&imports.section).section(&functions).section(&elements);
    module.section(&DataCountSection { count: data.len() }).section(&code).section(&data);
    Ok(module.finish())
}

/// What the whole imports.
#[derive(Default)]
struct Imports<'a> {
    section: ImportSection,
    names: Vec<&'a str>,
    globals: Vec<&'a str>,
}

impl<'a> Imports<'a> {
    /// Adds what a part imports, unless another imported it, and notes the numbers of its globals.
    fn add(&mut self, section: ImportSectionReader<'a>, numbers: &mut Numbers) -> Outcome {
        for import in section.into_imports() {
            let import = import?;
            let is_new = !self.names.contains(&import.name);
            match import.ty {
                TypeRef::Memory(_) | TypeRef::Table(_) => {}
                TypeRef::Global(_) => {
                    if is_new {
                        self.globals.push(import.name);
                    }
                    let number = self.globals.iter().position(|name| *name == import.name);
                    numbers.globals.extend(number.map(u32::try_from).transpose()?);
                }
                _ => return Err(format!("a part imports {}, which is no memory, table or global", import.name).into()),
            }
            if is_new {
                self.names.push(import.name);
                numbers.parse_import(&mut self.section, import)?;
            }
        }
        Ok(())
    }
}

/// What the whole calls the functions and globals of one part. Memory and table are the same everywhere.
struct Numbers {
    functions: Vec<u32>,
    globals: Vec<u32>,
}

impl Reencode for Numbers {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.functions[function as usize])
    }

    fn global_index(&mut self, global: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.globals[global as usize])
    }
}

/// The functions of a part: the number of its type, and what it does.
fn functions<'a>(part: &[Payload<'a>]) -> Outcome<Vec<(u32, FunctionBody<'a>)>> {
    let (mut types, mut bodies) = (Vec::new(), Vec::new());
    for payload in part {
        match payload {
            Payload::FunctionSection(section) => types = section.clone().into_iter().collect::<Result<_, _>>()?,
            Payload::CodeSectionEntry(body) => bodies.push(body.clone()),
            _ => {}
        }
    }
    Ok(types.into_iter().zip(bodies).collect())
}

/// The functions that the parts put into the table, by their places there, with the numbers that they have in the
/// whole.
fn slots(parts: &[Vec<Payload<'_>>]) -> Outcome<BTreeMap<i32, u32>> {
    let mut slots = BTreeMap::new();
    let mut first = 0;
    for part in parts {
        for payload in part {
            let Payload::ElementSection(section) = payload else { continue };
            for element in section.clone() {
                let Element {
                    kind: ElementKind::Active { offset_expr, .. },
                    items: ElementItems::Functions(items),
                    ..
                } = element?
                else {
                    return Err("a part fills the table in a way that none did before".into());
                };
                let Operator::I32Const { value: begin } = offset_expr.get_operators_reader().read()? else {
                    return Err("a part fills the table at a place that is not known".into());
                };
                for (slot, function) in (begin..).zip(items) {
                    slots.insert(slot, first + function?);
                }
            }
        }
        first += u32::try_from(functions(part)?.len())?;
    }
    Ok(slots)
}

/// The numbers of a part's functions in the whole, where its first function has the number `first`.
///
/// A part reaches a function of another by a stub, which calls what stands in the table. Where the whole holds that
/// function it takes the stub's place.
fn function_numbers(part: &[Payload<'_>], first: u32, slots: &BTreeMap<i32, u32>) -> Outcome<Vec<u32>> {
    let number = |(own, (own_type, body))| {
        let reached = stub(own_type, &body)?.and_then(|slot| slots.get(&slot).copied());
        Ok(reached.unwrap_or(own))
    };
    (first..).zip(functions(part)?).map(number).collect()
}

/// The place in the table of the function that a stub calls with all that it is given. `None` when this is no stub.
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
        ConstExpr, Elements, EntityType, Function, GlobalType, ImportSection, Instruction, MemoryType, RefType,
        TableType, ValType,
    };
    use wasmparser::Validator;

    use super::*;

    /// A part as the splitter makes them: functions of one number that answer one, the first of which stands at `slot`.
    fn part(imports: &[(&str, EntityType)], slot: i32, functions: &[&[Instruction<'_>]]) -> Vec<u8> {
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

    /// What each function of a module does, as text.
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
    fn a_function_of_another_part_is_called_without_the_table() {
        let calls = [Instruction::LocalGet(0), Instruction::Call(1), Instruction::End];
        let one = part(&[table()], 3, &[&calls, &stub(5)]);
        let other = part(&[memory(), table()], 5, &[&[Instruction::I32Const(42), Instruction::End]]);
        let whole = whole(&[one, other]).unwrap();
        Validator::new().validate_all(&whole).unwrap();
        assert!(code(&whole)[0].contains("function_index: 2"), "{:?}", code(&whole));
        assert!(code(&whole)[2].contains("42"), "{:?}", code(&whole));
    }

    #[test]
    fn a_function_of_the_program_is_called_by_the_table() {
        let calls = [Instruction::LocalGet(0), Instruction::Call(1), Instruction::End];
        let whole = whole(&[part(&[table()], 3, &[&calls, &stub(7)])]).unwrap();
        assert!(code(&whole)[0].contains("function_index: 1"), "{:?}", code(&whole));
        assert!(code(&whole)[1].contains("CallIndirect"), "{:?}", code(&whole));
    }

    #[test]
    fn what_many_parts_import_is_imported_once() {
        let get = |global| [Instruction::GlobalGet(global), Instruction::End];
        let one = part(&[table(), global("stack"), memory()], 3, &[&get(0)]);
        let other = part(&[memory(), global("other"), global("stack"), table()], 4, &[&get(1)]);
        let whole = whole(&[one, other]).unwrap();
        Validator::new().validate_all(&whole).unwrap();
        let code = code(&whole);
        assert_eq!(code[0], code[1]);
    }

    #[test]
    fn what_the_splitter_never_makes_is_refused() {
        let kind = EntityType::Function(0);
        let refusal =
            whole(&[part(&[table(), ("function", kind)], 3, &[&[Instruction::Unreachable, Instruction::End]])]);
        assert!(refusal.unwrap_err().to_string().contains("imports function"));
    }
}
