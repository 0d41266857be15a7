//! Removes null elements of tables: a table is filled with null anyway.
//!
//! The splitter moves functions out of the main module, and wasm-bindgen leaves a null for each in its table.

use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{ElementSection, Module};
use wasmparser::{Element, ElementItems, ElementSectionReader, Operator, Parser};

use crate::StepResult;

/// Removes the elements of `program` that contain only nulls, or nothing.
pub(crate) fn remove(program: &[u8]) -> StepResult<Vec<u8>> {
    let mut module = Module::new();
    WithoutNulls.parse_core_module(&mut module, Parser::new(0), program)?;
    Ok(module.finish())
}

struct WithoutNulls;

impl Reencode for WithoutNulls {
    type Error = Infallible;

    fn parse_element_section(
        &mut self,
        elements: &mut ElementSection,
        section: ElementSectionReader,
    ) -> Result<(), Error<Infallible>> {
        for element in section {
            let element = element?;
            if !is_null(&element)? {
                self.parse_element(elements, element)?;
            }
        }
        Ok(())
    }
}

fn is_null(element: &Element) -> Result<bool, wasmparser::BinaryReaderError> {
    match &element.items {
        ElementItems::Functions(functions) => Ok(functions.count() == 0),
        ElementItems::Expressions(_, expressions) => {
            for expression in expressions.clone() {
                if !matches!(expression?.get_operators_reader().read()?, Operator::RefNull { .. }) {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use wasm_encoder::{
        CodeSection, ConstExpr, Elements, Function, FunctionSection, HeapType, Instruction, RefType, TableSection,
        TableType, TypeSection,
    };
    use wasmparser::{Payload, Validator};

    use super::*;

    #[test]
    fn only_elements_with_a_function_remain() {
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 9,
            maximum: None,
            shared: false,
        });
        let null = ConstExpr::ref_null(HeapType::FUNC);
        let mut elements = ElementSection::new();
        let all: [&[ConstExpr]; 3] =
            [&[null.clone(), null.clone()], &[null.clone(), ConstExpr::ref_func(0)], std::slice::from_ref(&null)];
        for (expressions, slot) in all.into_iter().zip([0, 2, 4]) {
            let expressions = Elements::Expressions(RefType::FUNCREF, Cow::Borrowed(expressions));
            elements.active(None, &ConstExpr::i32_const(slot), expressions);
        }
        elements.active(None, &ConstExpr::i32_const(5), Elements::Functions(Cow::Borrowed(&[])));
        elements.active(None, &ConstExpr::i32_const(5), Elements::Functions(Cow::Borrowed(&[0])));
        let (mut types, mut functions, mut code) = (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([], []);
        functions.function(0);
        let mut nothing = Function::new([]);
        nothing.instruction(&Instruction::End);
        code.function(&nothing);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&tables).section(&elements).section(&code);

        let program = remove(&module.finish()).unwrap();
        Validator::new().validate_all(&program).unwrap();
        let mut offsets = Vec::new();
        for payload in Parser::new(0).parse_all(&program) {
            let Payload::ElementSection(section) = payload.unwrap() else { continue };
            for element in section {
                let wasmparser::ElementKind::Active { offset_expr, .. } = element.unwrap().kind else { continue };
                offsets.push(format!("{:?}", offset_expr.get_operators_reader().read().unwrap()));
            }
        }
        assert_eq!(offsets, ["I32Const { value: 2 }", "I32Const { value: 5 }"]);
    }
}
