//! Replaces `selectors` by the one selector that the core asks of the parser, `*`.
//!
//! The parser can match every kind of selector. The kinds other than `*` exist here as types without values, so the
//! compiler leaves out the code for them.

use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// A part that no selector here has.
pub struct Never<T>(Infallible, PhantomData<T>);

impl<T> Clone for Never<T> {
    fn clone(&self) -> Self {
        match self.0 {}
    }
}

impl<T> PartialEq for Never<T> {
    fn eq(&self, _: &Self) -> bool {
        match self.0 {}
    }
}

impl<T> Deref for Never<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self.0 {}
    }
}

impl<T> fmt::Debug for Never<T> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

pub mod parser {
    use super::Never;
    use crate::attr::AttrSelectorWithOptionalNamespace;
    use cssparser::{BasicParseErrorKind, CowRcStr, ParseError, Parser as Input, Token};
    use std::fmt;

    pub trait SelectorImpl: Clone + fmt::Debug + Sized + 'static {
        type ExtraMatchingData<'a>;
        type AttrValue;
        type Identifier;
        type LocalName;
        type NamespaceUrl;
        type NamespacePrefix;
        type BorrowedNamespaceUrl;
        type BorrowedLocalName;
        type NonTSPseudoClass;
        type PseudoElement;
    }

    pub trait NonTSPseudoClass {
        type Impl;
        fn is_active_or_hover(&self) -> bool;
        fn is_user_action_state(&self) -> bool;
    }

    pub trait PseudoElement {
        type Impl;
    }

    pub trait Parser<'i> {
        type Impl: SelectorImpl;
        type Error: 'i;
        fn parse_nth_child_of(&self) -> bool;
    }

    pub enum ParseRelative {
        No,
    }

    pub type SelectorParseError<'i> = ParseError<'i, SelectorParseErrorKind<'i>>;

    #[derive(Clone, Debug, PartialEq)]
    pub enum SelectorParseErrorKind<'i> {
        NoQualifiedNameInAttributeSelector(Never<Token<'i>>),
        EmptySelector,
        DanglingCombinator,
        NonCompoundSelector,
        NonPseudoElementAfterSlotted,
        InvalidPseudoElementAfterSlotted,
        InvalidPseudoElementInsideWhere,
        InvalidState,
        UnexpectedTokenInAttributeSelector(Never<Token<'i>>),
        PseudoElementExpectedColon(Never<Token<'i>>),
        PseudoElementExpectedIdent(Never<Token<'i>>),
        NoIdentForPseudo(Never<Token<'i>>),
        UnsupportedPseudoClassOrElement(Never<CowRcStr<'i>>),
        UnexpectedIdent(Never<CowRcStr<'i>>),
        ExpectedNamespace(Never<CowRcStr<'i>>),
        ExpectedBarInAttr(Never<Token<'i>>),
        BadValueInAttr(Never<Token<'i>>),
        InvalidQualNameInAttr(Never<Token<'i>>),
        ExplicitNamespaceUnexpectedToken(Never<Token<'i>>),
        ClassNeedsIdent(Never<Token<'i>>),
    }

    #[derive(Clone)]
    pub struct SelectorList<Impl: SelectorImpl>([Selector<Impl>; 1]);

    impl<Impl: SelectorImpl> SelectorList<Impl> {
        /// Accepts `*`; anything else is an error.
        pub fn parse<'i, P: Parser<'i, Impl = Impl>>(
            _: &P,
            input: &mut Input<'i, '_>,
            _: ParseRelative,
        ) -> Result<Self, ParseError<'i, P::Error>> {
            if input.current_line() == "*" {
                return Ok(SelectorList([Selector([Component::ExplicitUniversalType])]));
            }
            Err(input.new_error(BasicParseErrorKind::QualifiedRuleInvalid))
        }

        pub fn slice(&self) -> &[Selector<Impl>] {
            &self.0
        }
    }

    impl<Impl: SelectorImpl> fmt::Debug for SelectorList<Impl> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("*")
        }
    }

    #[derive(Clone)]
    pub struct Selector<Impl: SelectorImpl>([Component<Impl>; 1]);

    impl<Impl: SelectorImpl> Selector<Impl> {
        pub fn iter(&self) -> std::slice::Iter<'_, Component<Impl>> {
            self.0.iter()
        }

        pub fn iter_raw_match_order(&self) -> std::slice::Iter<'_, Component<Impl>> {
            self.0.iter()
        }

        pub fn iter_raw_parse_order_from(&self, from: usize) -> std::slice::Iter<'_, Component<Impl>> {
            self.0[from..].iter()
        }
    }

    pub enum Component<Impl: SelectorImpl> {
        ExplicitUniversalType,
        Combinator(Combinator),
        LocalName(Never<LocalName<Impl>>),
        ExplicitAnyNamespace,
        ExplicitNoNamespace,
        ID(Never<Impl::Identifier>),
        Class(Never<Impl::Identifier>),
        AttributeInNoNamespaceExists {
            local_name: Never<Impl::LocalName>,
            local_name_lower: Never<Impl::LocalName>,
        },
        AttributeInNoNamespace {
            local_name: Never<Impl::LocalName>,
            operator: crate::attr::AttrSelectorOperator,
            value: Never<Impl::AttrValue>,
            case_sensitivity: crate::attr::ParsedCaseSensitivity,
        },
        AttributeOther(Never<AttrSelectorWithOptionalNamespace<Impl>>),
        Nth(Never<NthSelectorData>),
        Negation(Never<SelectorList<Impl>>),
        Empty,
        Root,
        Scope,
        ImplicitScope,
        ParentSelector,
        RelativeSelectorAnchor,
        Part(Never<()>),
        Host(Never<()>),
        Is(Never<()>),
        Where(Never<()>),
        PseudoElement(Never<()>),
        NonTSPseudoClass(Never<()>),
        Slotted(Never<()>),
        NthOf(Never<()>),
        DefaultNamespace(Never<()>),
        Namespace(Never<()>, Never<()>),
        Has(Never<()>),
        Invalid(Never<()>),
    }

    impl<Impl: SelectorImpl> Clone for Component<Impl> {
        fn clone(&self) -> Self {
            // `parse` makes no other selector.
            Component::ExplicitUniversalType
        }
    }

    impl<Impl: SelectorImpl> fmt::Debug for Component<Impl> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("*")
        }
    }

    pub enum Combinator {
        Child,
        Descendant,
        Part,
        NextSibling,
        LaterSibling,
        PseudoElement,
        SlotAssignment,
    }

    pub struct LocalName<Impl: SelectorImpl> {
        pub name: Impl::LocalName,
    }

    pub struct NthSelectorData {
        pub ty: NthType,
        pub an_plus_b: (i32, i32),
    }

    #[derive(PartialEq)]
    pub enum NthType {
        Child,
        LastChild,
        OnlyChild,
        OfType,
        LastOfType,
        OnlyOfType,
    }
}

pub mod attr {
    use crate::parser::SelectorImpl;

    pub struct AttrSelectorWithOptionalNamespace<Impl: SelectorImpl> {
        pub namespace: Option<()>,
        pub local_name_lower: Impl::LocalName,
        pub operation: ParsedAttrSelectorOperation<Impl::AttrValue>,
    }

    pub enum ParsedAttrSelectorOperation<Value> {
        Exists,
        WithValue { operator: AttrSelectorOperator, case_sensitivity: ParsedCaseSensitivity, value: Value },
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum AttrSelectorOperator {
        Equal,
        Includes,
        DashMatch,
        Prefix,
        Substring,
        Suffix,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ParsedCaseSensitivity {
        ExplicitCaseSensitive,
        AsciiCaseInsensitive,
        CaseSensitive,
        AsciiCaseInsensitiveIfInHtmlElementInHtmlDocument,
    }

    #[derive(Clone, Copy)]
    pub enum CaseSensitivity {
        CaseSensitive,
        AsciiCaseInsensitive,
    }

    impl CaseSensitivity {
        pub fn eq(self, a: &[u8], b: &[u8]) -> bool {
            match self {
                CaseSensitivity::CaseSensitive => a == b,
                CaseSensitivity::AsciiCaseInsensitive => a.eq_ignore_ascii_case(b),
            }
        }
    }
}
