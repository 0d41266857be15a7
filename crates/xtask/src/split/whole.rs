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
    BinaryReaderError, Element, ElementItems, ElementKind, FunctionBody, Operator, Parser, Payload, TypeRef,
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
    let mut numbers = Numbers::default();
    let mut imported: Vec<&str> = Vec::new();
    let mut globals: Vec<&str> = Vec::new();
    let (mut types, mut imports, mut functions) = (TypeSection::new(), ImportSection::new(), FunctionSection::new());
    let (mut elements, mut code, mut data) = (ElementSection::new(), CodeSection::new(), DataSection::new());
    for part in &parts {
        numbers.functions = function_numbers(part, functions.len(), &slots)?;
        numbers.globals.clear();
        for payload in part {
            match payload {
                Payload::TypeSection(section) if types.is_empty() => numbers.parse_type_section(&mut types, section.clone())?,
                Payload::ImportSection(section) => {
                    for import in section.clone().into_imports() {
                        let import = import?;
                        if !imported.contains(&import.name) {
                            imported.push(import.name);
                            numbers.parse_import(&mut imports, import)?;
                        }
                        if let TypeRef::Global(_) = import.ty {
                            let number = globals.iter().position(|name| *name == import.name).unwrap_or_else(|| {
                                globals.push(import.name);
                                globals.len() - 1
                            });
                            numbers.globals.push(u32::try_from(number)?);
                        }
                    }
                }
                Payload::FunctionSection(section) => numbers.parse_function_section(&mut functions, section.clone())?,
                Payload::ElementSection(section) => numbers.parse_element_section(&mut elements, section.clone())?,
                Payload::CodeSectionEntry(body) => numbers.parse_function_body(&mut code, body.clone())?,
                Payload::DataSection(section) => numbers.parse_data_section(&mut data, section.clone())?,
                Payload::ExportSection(section) if section.count() == 0 => {}
                Payload::TypeSection(_)
                | Payload::CodeSectionStart { .. }
                | Payload::DataCountSection { .. }
                | Payload::CustomSection(_)
                | Payload::Version { .. }
                | Payload::End(_) => {}
                other => return Err(format!("a part holds what none held before: {other:?}").into()),
            }
        }
    }
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&elements);
    module.section(&DataCountSection { count: data.len() }).section(&code).section(&data);
    Ok(module.finish())
}

/// What the whole calls the functions and globals of one part. Memory and table are the same everywhere.
#[derive(Default)]
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
                let Element { kind: ElementKind::Active { offset_expr, .. }, items: ElementItems::Functions(items), .. } =
                    element?
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
