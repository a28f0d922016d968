//! The items of a program: tables first, then functions, whose bodies wait until all variables are known.

use super::lexer::Token;
use super::{Parser, Result};
use crate::index::{Id, IdVec};
use crate::program::*;
use crate::types::{BitRange, Field, Record, RecordBody, RecordKind, TypeTable};
use std::fmt::Display;

impl Parser<'_> {
    /// `goto MODEL start FUNCTION rounding VARIABLE`, the last two words only if there is one; then items.
    pub(super) fn program(&mut self) -> Result<()> {
        self.word("goto")?;
        self.program.types = TypeTable::new(self.named("`lp64` or `ilp32`")?);
        self.word("start")?;
        self.program.start = self.function()?;
        if self.accept_word("rounding") {
            // The variable is not known yet; the validator looks at it.
            let Token::Numbered(_, id) = self.peek() else { return Err(self.expected("the name and number of a variable")) };
            self.program.rounding = Some(SymbolId::new(*id as usize));
            self.next();
        }
        // Types keep their numbers if they come before everything that mentions types.
        let first = self.at;
        if let Some(block) = self.types {
            self.at = block;
            self.type_block()?;
            self.at = first;
        }
        while *self.peek() != Token::End {
            self.item()?;
        }
        self.check_records()?;
        let mut symbols = IdVec::new();
        for (i, symbol) in std::mem::take(&mut self.symbols).into_iter().enumerate() {
            let Some(symbol) = symbol else { return Err(self.error(format!("no variable has the number {i}"))) };
            symbols.push(symbol);
        }
        self.program.symbols = symbols;
        for (func, start) in std::mem::take(&mut self.bodies) {
            self.at = start;
            self.body(func)?;
        }
        Ok(())
    }

    fn item(&mut self) -> Result<()> {
        let Token::Word(word) = self.peek() else { return Err(self.expected("an item")) };
        match word.as_str() {
            "file" => self.file(),
            "types" => self.type_block(),
            "struct" | "union" => self.record(),
            "branch" => self.branch(),
            "input" => self.input(),
            "goal" => self.goal(),
            "property" => self.property(),
            "static" => {
                self.next();
                self.variable(Storage::Static).map(|_| ())
            }
            "function" => self.function_item(),
            _ => Err(self.expected("an item")),
        }
    }

    /// The keyword of an item and its id, which must be the next one.
    fn entry<K: Id + Display>(&mut self, keyword: &str, next: K) -> Result<()> {
        self.word(keyword)?;
        let expected = next.to_string();
        if self.accept_word(&expected) { Ok(()) } else { Err(self.expected(&format!("`{expected}`"))) }
    }

    fn file(&mut self) -> Result<()> {
        self.entry("file", self.program.files.next_id())?;
        let name = self.text("the name of a file")?;
        self.program.files.push(name);
        Ok(())
    }

    fn type_block(&mut self) -> Result<()> {
        self.word("types")?;
        self.sign("{")?;
        while !self.at_sign("}") {
            self.ty()?;
            if !self.accept_sign(",") {
                break;
            }
        }
        self.sign("}")
    }

    fn record(&mut self) -> Result<()> {
        let kind: RecordKind = self.named("a record")?;
        let Token::Numbered(name, id) = self.peek() else { return Err(self.expected("the name and number of a record")) };
        if *id as usize != self.program.types.records.len() {
            return Err(self.error(format!("the next record has the number {}", self.program.types.records.len())));
        }
        self.next();
        let body = if self.accept_word("size") { Some(self.record_body()?) } else { None };
        self.program.types.records.push(Record { name: name.clone(), kind, body });
        Ok(())
    }

    fn record_body(&mut self) -> Result<RecordBody> {
        let size = self.number("a size")?;
        self.word("align")?;
        let align = self.number("an alignment")?;
        self.sign("{")?;
        let mut fields = Vec::new();
        while !self.accept_sign("}") {
            let name = match self.next() {
                Token::Word(name) | Token::Text(name) => name.clone(),
                _ => return Err(self.error_at(self.at - 1, "expected the name of a field")),
            };
            self.sign(":")?;
            let ty = self.ty()?;
            self.word("at")?;
            let offset = self.number("an offset")?;
            let bits = if self.accept_word("bits") { Some(self.bit_range()?) } else { None };
            fields.push(Field { name, ty, offset, bits });
        }
        Ok(RecordBody { fields, size, align })
    }

    fn bit_range(&mut self) -> Result<BitRange> {
        let start = self.number("the first bit")?;
        self.word("width")?;
        Ok(BitRange { start, width: self.number("a number of bits")? })
    }

    fn branch(&mut self) -> Result<()> {
        self.entry("branch", self.program.branches.next_id())?;
        let kind = self.named("a kind of branch")?;
        let text = self.text("the text of a branch")?;
        let negated = self.accept_word("negated");
        self.program.branches.push(Branch { kind, text, negated });
        Ok(())
    }

    fn input(&mut self) -> Result<()> {
        self.entry("input", self.program.inputs.next_id())?;
        let function = self.text("the function of an input in quotes")?;
        let type_name = self.text("the type of an input in quotes")?;
        let ty = self.ty()?;
        let origin = if self.accept_word("from") { self.origin()? } else { InputOrigin::Call };
        self.program.inputs.push(InputKind { function, type_name, ty, origin });
        Ok(())
    }

    fn goal(&mut self) -> Result<()> {
        self.entry("goal", self.program.goals.next_id())?;
        let kind = self.named("a kind of goal")?;
        let name = self.text("the name of a goal in quotes")?;
        let function = self.function()?;
        let text = self.text("the text of a goal")?;
        let loc = self.location()?;
        self.program.goals.push(Goal { name, kind, function, loc, text });
        Ok(())
    }

    fn property(&mut self) -> Result<()> {
        self.entry("property", self.program.properties.next_id())?;
        let class = self.named("a class of property")?;
        let name = self.text("the name of a property in quotes")?;
        let function = self.function()?;
        let text = self.text("the text of a property")?;
        let loc = self.location()?;
        self.program.properties.push(Property { name, class, function, loc, text });
        Ok(())
    }

    /// `@file:line:column`, or nothing.
    fn location(&mut self) -> Result<Location> {
        if !self.accept_sign("@") {
            return Ok(Location { file: FileId::new(0), line: 0, column: 0 });
        }
        let file: u32 = self.number("a file's number")?;
        self.sign(":")?;
        let line = self.number("a line")?;
        self.sign(":")?;
        Ok(Location { file: FileId::new(file as usize), line, column: self.number("a column")? })
    }

    /// `name#id: type flags @location`.
    fn variable(&mut self, storage: Storage) -> Result<Parameter> {
        let Token::Numbered(name, id) = self.peek() else { return Err(self.expected("the name and number of a variable")) };
        let at = self.at;
        self.next();
        self.sign(":")?;
        let ty = self.ty()?;
        let align = if self.accept_word("align") { Some(self.number("an alignment")?) } else { None };
        let constant = self.accept_word("constant");
        let writable = self.accept_word("writable");
        let loc = self.location()?;
        let index = *id as usize;
        // There are no more variables than tokens.
        if index >= self.tokens.len() {
            return Err(self.error_at(at, "the number of the variable leaves gaps"));
        }
        if self.symbols.len() <= index {
            self.symbols.resize(index + 1, None);
        }
        if self.symbols[index].replace(Symbol { name: name.clone(), ty, storage, loc }).is_some() {
            return Err(self.error_at(at, format!("a second variable with the number {index}")));
        }
        if let Some(align) = align {
            self.program.aligned.insert(SymbolId::new(index), align);
        }
        if constant {
            self.program.constants.insert(SymbolId::new(index));
        }
        Ok(Parameter { symbol: SymbolId::new(index), writable })
    }

    fn function_item(&mut self) -> Result<()> {
        self.word("function")?;
        let (Token::Word(name) | Token::Text(name)) = self.next() else { return Err(self.error_at(self.at - 1, "expected a function's name")) };
        let id = self.program.functions.next_id();
        self.sign(":")?;
        let ty = self.ty()?;
        let noreturn = self.accept_word("noreturn");
        let model = self.accept_word("model");
        let loc = self.location()?;
        self.sign("{")?;
        let mut params = Vec::new();
        loop {
            let storage = match self.peek() {
                Token::Word(w) if w == "parameter" || w == "unlisted" => Storage::Parameter(id),
                Token::Word(w) if w == "local" => Storage::Local(id),
                Token::Word(w) if w == "temporary" => Storage::Temporary(id),
                _ => break,
            };
            let listed = self.at_word("parameter");
            self.next();
            let variable = self.variable(storage)?;
            if listed {
                params.push(variable);
            }
        }
        self.bodies.push((id, self.at));
        while !matches!(self.peek(), Token::Sign("}") | Token::End) {
            self.next();
        }
        self.sign("}")?;
        self.program.functions.push(Function { name: name.clone(), ty, params, body: None, loc, noreturn, model });
        Ok(())
    }
}
