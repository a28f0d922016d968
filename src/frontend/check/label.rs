//! Labels as values. The labels of a function whose address is taken are bytes of an object that holds nothing else, so that they differ, can be
//! compared and subtracted, and lie in constant tables.

use super::convert::Value;
use super::function::Label;
use super::types::Len;
use super::{Result, Unit};
use crate::tree::{ExprKind, LabelValues, VarKind};
use goto::Location;
use lang_c::ast::Identifier;
use lang_c::span::Node;

impl Unit<'_> {
    /// `&&label`
    pub(super) fn label_value(&mut self, label: &Node<Identifier>, loc: Location) -> Result<Value> {
        let name = &label.node.name;
        if self.function.is_none() {
            return self.error(label.span, format!("the label `{name}` is used outside of functions"));
        }
        let char = self.c.types.char();
        let array = self.c.types.array(char, Len::Fixed(1));
        let known = self.function.as_ref().and_then(|f| f.label_values.as_ref()).map(|values| values.object);
        let object = known.unwrap_or_else(|| self.c.new_var("labels", array, VarKind::Static, loc));
        let mut number = 0;
        if let Some(function) = &mut self.function {
            function.labels.entry(name.clone()).or_insert(Label::Wanted(label.span));
            let values = function.label_values.get_or_insert(LabelValues { object, names: Vec::new() });
            number = values.names.iter().position(|known| known == name).unwrap_or_else(|| {
                values.names.push(name.clone());
                values.names.len() - 1
            });
        }
        let object = self.place(ExprKind::Var(object), array, loc);
        let ptrdiff = self.c.types.ptrdiff();
        let number = self.constant(number as i128, ptrdiff, loc);
        let byte = self.place(ExprKind::Index(Box::new(object.expr), Box::new(number.expr)), char, loc);
        let pointer = self.c.types.pointer(char);
        let address = self.value(ExprKind::AddressOf(Box::new(byte.expr)), pointer, loc);
        let void = self.c.types.void();
        let ty = self.c.types.pointer(void);
        Ok(self.cast(address, ty))
    }

    /// At the end of a function: the object gets as many bytes as there are labels.
    pub(super) fn take_label_values(&mut self) -> Option<LabelValues> {
        let values = self.function.as_mut()?.label_values.take()?;
        let char = self.c.types.char();
        let ty = self.c.types.array(char, Len::Fixed(values.names.len() as u64));
        self.set_type(values.object, ty);
        Some(values)
    }
}
