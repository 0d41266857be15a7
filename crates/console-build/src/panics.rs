//! Panics trap without a message, which a browser shows nowhere. The instructions that make one are removed, and with them
//! everything that only they use: the splitter keeps what relocations reach. A removed instruction becomes `nop`, so that
//! nothing moves; the optimizer drops it.

use std::ops::Range;

use wasm_encoder::{CustomSection, Encode, Module, RawSection};
use wasmparser::{FunctionBody, KnownCustom, Operator, Parser, Payload, RelocSectionReader, TypeRef};

use crate::StepResult;

/// Source: WebAssembly, section 5.4.1.
const NOP: u8 = 0x01;

/// Removes the instructions of `program` that only prepare a panic. The linker wrote it with relocations.
pub(crate) fn trap(program: &[u8]) -> StepResult<Vec<u8>> {
    let (mut module, mut patched) = (Module::new(), program.to_vec());
    let (mut sections, mut imported) = (0, 0);
    // The index of the code section, and its start.
    let mut code = None;
    let mut removed = Vec::new();
    let payloads = Parser::new(0).parse_all(program).collect::<Result<Vec<_>, _>>()?;
    for payload in &payloads {
        match payload {
            Payload::ImportSection(imports) => {
                for import in imports.clone().into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                }
            }
            Payload::CodeSectionEntry(body) => removed.extend(preparations(body, imported)?),
            _ => {}
        }
    }
    for range in &removed {
        patched.get_mut(range.clone()).ok_or("a function is cut")?.fill(NOP);
    }
    for payload in &payloads {
        let Some((id, range)) = payload.as_section() else { continue };
        let range = usize::try_from(range.start)?..usize::try_from(range.end)?;
        match payload {
            Payload::CodeSectionStart { .. } => code = Some((sections, range.start)),
            Payload::CustomSection(custom) => {
                if let (KnownCustom::Reloc(relocations), Some((section, start))) = (custom.as_known(), code)
                    && relocations.section_index() == section
                {
                    let data = without(&relocations, program, |offset| is_within(&removed, start + offset as usize))?;
                    module.section(&CustomSection { name: custom.name().into(), data: data.into() });
                    sections += 1;
                    continue;
                }
            }
            _ => {}
        }
        module.section(&RawSection { id, data: patched.get(range).ok_or("a section is cut")? });
        sections += 1;
    }
    Ok(module.finish())
}

/// The instructions of a function that end with a call that does not return, in order. `imported` functions come from
/// JavaScript, where such a call throws an error that has a message.
fn preparations(body: &FunctionBody, imported: u32) -> StepResult<Vec<Range<usize>>> {
    let mut found = Vec::new();
    let mut operators = body.get_operators_reader()?;
    // The last instructions that run one after the other, and whether the last one of them calls a function.
    let (mut start, mut called) = (operators.original_position(), None);
    while !operators.eof() {
        let position = operators.original_position();
        match operators.read()? {
            Operator::Unreachable => {
                if let Some(start) = called {
                    found.push(usize::try_from(start)?..usize::try_from(position)?);
                }
                (start, called) = (operators.original_position(), None);
            }
            Operator::Call { function_index } => {
                called = (function_index >= imported).then_some(start);
                start = operators.original_position();
            }
            operator => {
                called = None;
                if is_control(&operator) {
                    start = operators.original_position();
                }
            }
        }
    }
    Ok(found)
}

/// Whether the instruction may jump, or has an effect that JavaScript can observe.
fn is_control(operator: &Operator) -> bool {
    use Operator::*;
    matches!(
        operator,
        Block { .. }
            | Loop { .. }
            | If { .. }
            | Else
            | End
            | Br { .. }
            | BrIf { .. }
            | BrTable { .. }
            | Return
            | CallIndirect { .. }
            | ReturnCall { .. }
            | ReturnCallIndirect { .. }
    )
}

/// Whether a position is within one of the ranges, which are in order.
fn is_within(ranges: &[Range<usize>], position: usize) -> bool {
    let next = ranges.partition_point(|range| range.end <= position);
    ranges.get(next).is_some_and(|range| range.start <= position)
}

/// The section of relocations without those whose offset `is_removed`.
fn without(relocations: &RelocSectionReader, program: &[u8], is_removed: impl Fn(u32) -> bool) -> StepResult<Vec<u8>> {
    let entries = relocations.entries().into_iter_with_offsets().collect::<Result<Vec<_>, _>>()?;
    let ends = entries.iter().skip(1).map(|(start, _)| *start).chain([relocations.range().end]);
    let (mut count, mut kept) = (0_u32, Vec::<u8>::new());
    for ((start, entry), end) in entries.iter().zip(ends) {
        if !is_removed(entry.offset) {
            count += 1;
            kept.extend(&program[usize::try_from(*start)?..usize::try_from(end)?]);
        }
    }
    let mut data = Vec::new();
    relocations.section_index().encode(&mut data);
    count.encode(&mut data);
    data.extend(kept);
    Ok(data)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, EntityType, Function, FunctionSection, ImportSection, InstructionSink, TypeSection, ValType,
    };
    use wasmparser::Validator;

    use super::*;

    /// A program with an imported function (0), one that does not return (1), and one with the instructions that `write`
    /// adds. It has a relocation for each call.
    fn program(write: impl Fn(&mut InstructionSink)) -> Vec<u8> {
        let (mut types, mut imports, mut functions) =
            (TypeSection::new(), ImportSection::new(), FunctionSection::new());
        types.ty().function([ValType::I32], []);
        imports.import("js", "throw", EntityType::Function(0));
        functions.function(0).function(0);
        let (mut code, mut panic, mut caller) = (CodeSection::new(), Function::new([]), Function::new([]));
        panic.instructions().unreachable().end();
        write(&mut caller.instructions());
        code.function(&panic).function(&caller);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&code);
        let offsets = offsets_of_calls(&module.clone().finish());
        // Each has a type, an offset, and the index of a symbol.
        let mut data = vec![3, u8::try_from(offsets.len()).unwrap()];
        data.extend(offsets.iter().flat_map(|offset| [0, *offset, 1]));
        module.section(&CustomSection { name: "reloc.CODE".into(), data: data.into() });
        module.finish()
    }

    /// Where calls name their functions, from the start of the code section.
    fn offsets_of_calls(module: &[u8]) -> Vec<u8> {
        let (mut start, mut offsets) = (0, Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::CodeSectionStart { range, .. } => start = range.start,
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().unwrap().into_iter_with_offsets();
                    let calls =
                        operators.map(Result::unwrap).filter(|(operator, _)| matches!(operator, Operator::Call { .. }));
                    offsets.extend(calls.map(|(_, offset)| u8::try_from(offset + 1 - start).unwrap()));
                }
                _ => {}
            }
        }
        offsets
    }

    /// The instructions of the last function without `nop`, and the offsets of the relocations.
    fn trapped(write: impl Fn(&mut InstructionSink)) -> (Vec<String>, usize, usize) {
        let before = program(write);
        let after = trap(&before).unwrap();
        Validator::new().validate_all(&after).unwrap();
        let (mut instructions, mut relocations) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(&after) {
            match payload.unwrap() {
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().unwrap().into_iter();
                    instructions = operators.map(|operator| format!("{:?}", operator.unwrap())).collect();
                }
                Payload::CustomSection(custom) => {
                    let KnownCustom::Reloc(section) = custom.as_known() else { continue };
                    relocations = section.entries().into_iter().map(|entry| entry.unwrap().offset).collect();
                }
                _ => {}
            }
        }
        instructions.retain(|name| name != "Nop");
        assert_eq!(relocations, offsets_of_calls(&after).into_iter().map(u32::from).collect::<Vec<_>>());
        (instructions, relocations.len(), offsets_of_calls(&before).len())
    }

    #[test]
    fn a_call_that_does_not_return_and_its_arguments_are_removed() {
        let (instructions, ..) = trapped(|code| {
            code.block(wasm_encoder::BlockType::Empty).local_get(0).br_if(0);
            code.i32_const(7).call(1).unreachable().end().end();
        });
        assert_eq!(instructions.len(), 6, "{instructions:?}");
        assert!(instructions[3].starts_with("Unreachable"), "{instructions:?}");
    }

    #[test]
    fn calls_before_it_are_kept() {
        let (instructions, after, before) = trapped(|code| {
            code.i32_const(7).call(0).i32_const(8).call(1).unreachable().end();
        });
        assert_eq!((instructions.len(), after, before), (4, 1, 2), "{instructions:?}");
    }

    #[test]
    fn thrown_errors_and_calls_that_return_are_kept() {
        for index in [0, 1] {
            let (instructions, after, before) = trapped(|code| {
                code.i32_const(7).call(index);
                if index == 0 {
                    code.unreachable();
                }
                code.end();
            });
            assert_eq!((after, before), (1, 1), "{instructions:?}");
        }
    }
}
