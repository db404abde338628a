//! The methods by name.

#[cfg(feature = "segmenter")]
use super::TermKind;
use super::{
    ConceptNetwork, Credit, Explain, Explanation, Facts, FeatureCode, IMatch, Iscc, LongSentence,
    Mark, Method, MinHash, Offprint, Positions, Shingle, SimHash, SpotSigs, Supershingle,
    TermVector,
};
use offprint::Article;
use offprint::compare::{Comparison, Rewriting, Verdict};
use offprint::index::Limits;
use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

macro_rules! names {
    ($($(#[doc = $doc:literal])+ $(#[cfg($needs:meta)])? $variant:ident = $name:literal, $about:literal => $method:expr;)+) => {
        /// A method, with the parameters of its paper.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Name {
            $($(#[doc = $doc])+ $(#[cfg($needs)])? $variant,)+
        }

        impl Name {
            /// All there are, Offprint's own first, then the papers', then the baselines.
            pub const ALL: &[Name] = &[$($(#[cfg($needs)])? Name::$variant),+];

            /// What users call it.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => $name,)+
                }
            }

            /// What it looks at, in one line for people.
            pub fn about(self) -> &'static str {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => $about,)+
                }
            }

            /// How far an index follows the keys of this method: the papers' methods are run as they
            /// were published, with no key too common.
            pub fn limits(self) -> Limits {
                match self {
                    Name::Offprint => Limits::default(),
                    Name::Facts => Limits::WITH_FACTS,
                    _ => Limits::NONE,
                }
            }

            /// The method of this name.
            pub fn method(self) -> AnyMethod {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => AnyMethod::of($method),)+
                }
            }
        }
    };
}

names! {
    /// [`Offprint`].
    Offprint = "offprint", "Offprint's own fingerprint" => Offprint;
    /// [`Facts`].
    Facts = "facts", "names, figures and rare words, whatever the words between"
        => Facts::default();
    /// [`FeatureCode`] of the first full stop.
    FeatureCode = "feature-code", "the ten characters around the first full stop (Zhang et al.)"
        => FeatureCode::default();
    /// [`FeatureCode::with_length`].
    FeatureCodeLength = "feature-code-length", "the same, and lengths may differ by a tenth (Peng et al.)"
        => FeatureCode::with_length();
    /// [`FeatureCode::with_length`] at sixteen stops.
    FeatureCodeAll = "feature-code-all", "the same at sixteen full stops"
        => FeatureCode { positions: Positions::All { max: 16 }, ..FeatureCode::with_length() };
    /// [`Credit`].
    Credit = "credit", "the source that a page credits, with its headline (Ge et al.)"
        => Credit::default();
    /// [`TermVector`] of bigrams.
    TermVector = "term-vector", "the twenty heaviest terms and where they stand (Cao et al., DDW)"
        => TermVector::default();
    /// [`TermVector`] of words by a dictionary.
    #[cfg(feature = "segmenter")]
    TermVectorWords = "term-vector-words", "the same with Chinese words by a dictionary"
        => TermVector { terms: TermKind::Words, ..TermVector::default() };
    /// [`LongSentence`].
    LongSentence = "long-sentence", "the sixteen longest sentences (Liu et al.)"
        => LongSentence::default();
    /// [`LongSentence::with_bins`].
    LongSentenceBins = "long-sentence-bins", "the same among pages of near length"
        => LongSentence::with_bins();
    /// [`ConceptNetwork`].
    ConceptNetwork = "concept-network", "the concepts that hold the text together, and where they stand (Cao et al.)"
        => ConceptNetwork::default();
    /// [`ConceptNetwork::of_words`].
    WordNetwork = "word-network", "the same, synonyms not merged" => ConceptNetwork::of_words();
    /// [`ConceptNetwork`] of words by a dictionary.
    #[cfg(feature = "segmenter")]
    ConceptNetworkWords = "concept-network-words", "the same with Chinese words by a dictionary, synonyms merged"
        => ConceptNetwork { terms: TermKind::Words, ..ConceptNetwork::default() };
    /// [`Shingle`].
    Shingle = "shingle", "a sketch of its runs of ten words (Broder)" => Shingle::default();
    /// [`Supershingle`].
    Supershingle = "supershingle", "six hashes of fourteen minima each (Fetterly et al.)"
        => Supershingle::default();
    /// [`IMatch`].
    IMatch = "i-match", "one hash of the telling terms (Chowdhury et al.)"
        => IMatch::default();
    /// [`SimHash`].
    SimHash = "simhash", "64 votes of all its words (Charikar, Manku et al.)" => SimHash::default();
    /// [`MinHash`].
    MinHash = "minhash", "128 minima of its runs of three words" => MinHash::default();
    /// [`SpotSigs`].
    SpotSigs = "spotsigs", "what follows small words such as \"the\" (Theobald et al.)"
        => SpotSigs::default();
    /// [`Iscc`].
    Iscc = "iscc", "the Text-Code of the International Standard Content Code" => Iscc::default();
}

/// There is no method of this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchMethod;

impl fmt::Display for NoSuchMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Name::ALL.iter().map(|name| name.as_str()).collect();
        write!(f, "no such method: give {}", names.join(", "))
    }
}

impl std::error::Error for NoSuchMethod {}

impl FromStr for Name {
    type Err = NoSuchMethod;

    /// ```
    /// use offprint_methods::methods::Name;
    /// assert_eq!("feature-code".parse(), Ok(Name::FeatureCode));
    /// assert!("code".parse::<Name>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Name, NoSuchMethod> {
        let named = Name::ALL.iter().find(|name| name.as_str() == text);
        named.copied().ok_or(NoSuchMethod)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Any of the methods, chosen while the program runs.
///
/// ```
/// use offprint::Article;
/// use offprint_methods::methods::{Method, Name};
/// use offprint::compare::Verdict;
/// let article = |text: &str| Article::of_text(String::new(), text.to_owned());
/// let a = article("作为网页的特征。实验结果表明它高效。");
/// let b = article("这也是网页的特征。实验结果表明它可行。");
/// let method = Name::FeatureCode.method();
/// let verdict = |b| method.compare(method.sign(&a).as_ref(), method.sign(b).as_ref()).verdict;
/// assert_eq!(verdict(&b), Verdict::Same);
/// assert_eq!(verdict(&article("没有句号的一段文字")), Verdict::Unknown);
/// ```
pub struct AnyMethod(Box<dyn Erased + Send + Sync>);

/// A signature of any of the methods; only the method that made it can read it.
#[derive(Clone)]
pub struct AnySignature(Arc<dyn Any + Send + Sync>);

/// A method whose signatures have no type of their own.
trait Erased {
    fn sign(&self, article: &Article) -> Option<AnySignature>;
    fn compare(&self, a: Option<&AnySignature>, b: Option<&AnySignature>) -> Comparison;
    fn compare_on_one_site(&self, a: Option<&AnySignature>, b: Option<&AnySignature>)
    -> Comparison;
    fn rewriting(&self, a: &AnySignature, b: &AnySignature, verdict: Verdict) -> Option<Rewriting>;
    fn read_keys(&self, signature: &AnySignature) -> Vec<String>;
    fn write_keys(&self, signature: &AnySignature) -> Vec<String>;
    fn size(&self, signature: &AnySignature) -> usize;
    fn is_gated(&self, signature: &AnySignature) -> bool;
    fn is_equal(&self, a: &AnySignature, b: &AnySignature) -> bool;
    fn keeps_copies(&self) -> bool;
    fn marks(&self, articles: [&Article; 2]) -> [Vec<Mark>; 2];
    fn slots(&self, signature: &AnySignature) -> Vec<u64>;
}

impl AnySignature {
    /// One that was made elsewhere.
    pub fn new<S: Send + Sync + 'static>(signature: S) -> AnySignature {
        AnySignature(Arc::new(signature))
    }

    /// It, if it is of this type.
    pub fn get<S: 'static>(&self) -> Option<&S> {
        self.0.downcast_ref()
    }

    fn of<S: 'static>(&self) -> &S {
        let signature = self.get();
        signature.expect("a signature is read by the method that made it")
    }
}

impl<M> Erased for M
where
    M: Explain,
    M::Signature: Send + Sync + 'static,
{
    fn sign(&self, article: &Article) -> Option<AnySignature> {
        Method::sign(self, article).map(AnySignature::new)
    }

    fn compare(&self, a: Option<&AnySignature>, b: Option<&AnySignature>) -> Comparison {
        Method::compare(self, a.map(AnySignature::of), b.map(AnySignature::of))
    }

    fn compare_on_one_site(
        &self,
        a: Option<&AnySignature>,
        b: Option<&AnySignature>,
    ) -> Comparison {
        Method::compare_on_one_site(self, a.map(AnySignature::of), b.map(AnySignature::of))
    }

    fn rewriting(&self, a: &AnySignature, b: &AnySignature, verdict: Verdict) -> Option<Rewriting> {
        Method::rewriting(self, a.of(), b.of(), verdict)
    }

    fn read_keys(&self, signature: &AnySignature) -> Vec<String> {
        Method::read_keys(self, signature.of())
    }

    fn write_keys(&self, signature: &AnySignature) -> Vec<String> {
        Method::write_keys(self, signature.of())
    }

    fn size(&self, signature: &AnySignature) -> usize {
        Method::size(self, signature.of())
    }

    fn is_gated(&self, signature: &AnySignature) -> bool {
        Method::is_gated(self, signature.of())
    }

    fn is_equal(&self, a: &AnySignature, b: &AnySignature) -> bool {
        Method::is_equal(self, a.of(), b.of())
    }

    fn keeps_copies(&self) -> bool {
        Method::keeps_copies(self)
    }

    fn marks(&self, articles: [&Article; 2]) -> [Vec<Mark>; 2] {
        Explain::marks(self, articles)
    }

    fn slots(&self, signature: &AnySignature) -> Vec<u64> {
        Explain::slots(self, signature.of())
    }
}

impl AnyMethod {
    /// A method, whatever its signatures are.
    pub fn of<M>(method: M) -> AnyMethod
    where
        M: Explain + Send + Sync + 'static,
        M::Signature: Send + Sync + 'static,
    {
        AnyMethod(Box::new(method))
    }

    /// What it says of two articles, and what it looks at.
    ///
    /// ```
    /// use offprint::Article;
    /// use offprint_methods::methods::{Held, Name};
    /// let article = |text: &str| Article::of_text(String::new(), text.to_owned());
    /// let a = article("作为网页的特征。实验结果表明它高效。");
    /// let b = article("这也是网页的特征。实验结果表明它可行。");
    /// let found = Name::FeatureCode.method().explain(&a, &b);
    /// let code = &found.marks[1][0];
    /// assert_eq!((&code.text[..], code.held), ("网页的特征。实验结果表", Held::Yes));
    /// assert_eq!(code.places, [[3, 14]]);
    /// ```
    pub fn explain(&self, a: &Article, b: &Article) -> Explanation {
        let signatures = [a, b].map(|article| self.sign(article));
        let slots = signatures.each_ref().map(|signature| {
            let slots = signature.as_ref().map(|signature| self.0.slots(signature));
            slots.unwrap_or_default()
        });
        let [x, y] = &signatures;
        Explanation {
            verdict: self.compare(x.as_ref(), y.as_ref()),
            marks: self.0.marks([a, b]),
            slots: slots[0]
                .iter()
                .zip(&slots[1])
                .map(|(a, b)| a == b)
                .collect(),
        }
    }
}

impl Method for AnyMethod {
    type Signature = AnySignature;

    fn sign(&self, article: &Article) -> Option<AnySignature> {
        self.0.sign(article)
    }

    /// # Panics
    /// If a signature is that of another method, as in the other methods here.
    fn compare(&self, a: Option<&AnySignature>, b: Option<&AnySignature>) -> Comparison {
        self.0.compare(a, b)
    }

    fn compare_on_one_site(
        &self,
        a: Option<&AnySignature>,
        b: Option<&AnySignature>,
    ) -> Comparison {
        self.0.compare_on_one_site(a, b)
    }

    fn rewriting(&self, a: &AnySignature, b: &AnySignature, verdict: Verdict) -> Option<Rewriting> {
        self.0.rewriting(a, b, verdict)
    }

    fn read_keys(&self, signature: &AnySignature) -> Vec<String> {
        self.0.read_keys(signature)
    }

    fn write_keys(&self, signature: &AnySignature) -> Vec<String> {
        self.0.write_keys(signature)
    }

    fn size(&self, signature: &AnySignature) -> usize {
        self.0.size(signature)
    }

    fn is_gated(&self, signature: &AnySignature) -> bool {
        self.0.is_gated(signature)
    }

    fn is_equal(&self, a: &AnySignature, b: &AnySignature) -> bool {
        self.0.is_equal(a, b)
    }

    fn keeps_copies(&self) -> bool {
        self.0.keeps_copies()
    }
}

#[cfg(test)]
mod tests {
    use super::Name;
    use crate::methods::Method;
    use offprint::Article;
    use offprint::compare::Verdict;

    const HAN: &str = "下游三座水库已经蓄满，大坝安全。市防汛办公室说，未来三天仍有中到大雨，沿岸居民应当留意通知。\n        记者从现场看到，工作人员正在检查闸门，值班电话昼夜有人接听。专家认为水位会在周五前后回落。\n        去年同期，这里的来水不到今年的一半，农田一度缺水。今年的蓄水足够全市用到明年春天。";

    /// Every method takes an article for itself, and nothing for anything.
    #[test]
    fn every_method_knows_an_article_again() {
        let article = Article::of_text("三座水库蓄满".to_owned(), HAN.repeat(3));
        let empty = Article::of_text(String::new(), String::new());
        for name in Name::ALL {
            assert_eq!(name.as_str().parse(), Ok(*name));
            let method = name.method();
            let signature = method
                .sign(&article)
                .unwrap_or_else(|| panic!("{name} signs"));
            let verdict = |other| method.compare(Some(&signature), other);
            let itself = verdict(Some(&signature));
            assert_eq!(itself.verdict, Verdict::Same, "{name}: {itself:?}");
            assert!(itself.score > 0.99, "{name}");
            assert_eq!(verdict(None).verdict, Verdict::Unknown, "{name}");
            assert!(method.sign(&empty).is_none(), "{name}");
            let written = method.write_keys(&signature);
            let read = method.read_keys(&signature);
            assert!(read.iter().any(|key| written.contains(key)), "{name}");
            assert!(method.size(&signature) > 0, "{name}");
        }
    }

    proptest::proptest! {
        /// No text panics, and the order of the two does not count.
        #[test]
        fn any_two_texts_can_be_compared(a in "[下游三座水库 a-z.。，\n]{0,200}", b in "\\PC{0,100}") {
            let [a, b] = [a, b].map(|text| Article::of_text(String::new(), text));
            for name in Name::ALL {
                let method = name.method();
                let (a, b) = (method.sign(&a), method.sign(&b));
                let there = method.compare(a.as_ref(), b.as_ref());
                let back = method.compare(b.as_ref(), a.as_ref());
                proptest::prop_assert_eq!(there.verdict, back.verdict, "{}", name);
                proptest::prop_assert!((0.0..=1.0).contains(&there.score), "{}: {}", name, there.score);
            }
        }
    }
}
