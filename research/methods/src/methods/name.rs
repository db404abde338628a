//! The methods by name.

use super::{Explain, Explanation, Mark, Method, Name};
use offprint::Article;
use offprint::compare::Comparison;
use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Makes the enum of the methods from their table in the module above.
macro_rules! names {
    ($($(#[doc = $doc:literal])+ $(#[cfg($needs:meta)])? $variant:ident = $name:literal, $about:literal => $method:expr;)+) => {
        /// A method, with the parameters of its paper where it states them.
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

pub(super) use names;

/// No method has this name.
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
pub struct AnyMethod(Box<dyn Explain<Signature = AnySignature> + Send + Sync>);

/// A signature of any of the methods; only the method that made it can read it.
#[derive(Clone)]
pub struct AnySignature(Arc<dyn Any + Send + Sync>);

/// A method whose signatures have no type of their own.
struct Erased<M>(M);

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

impl<M> Method for Erased<M>
where
    M: Method,
    M::Signature: Send + Sync + 'static,
{
    type Signature = AnySignature;

    fn sign(&self, article: &Article) -> Option<AnySignature> {
        self.0.sign(article).map(AnySignature::new)
    }

    fn compare(&self, a: Option<&AnySignature>, b: Option<&AnySignature>) -> Comparison {
        self.0.compare(a.map(AnySignature::of), b.map(AnySignature::of))
    }

    fn compare_on_one_site(&self, a: Option<&AnySignature>, b: Option<&AnySignature>) -> Comparison {
        let [a, b] = [a, b].map(|signature| signature.map(AnySignature::of));
        self.0.compare_on_one_site(a, b)
    }

    fn read_keys(&self, signature: &AnySignature) -> Vec<String> {
        self.0.read_keys(signature.of())
    }

    fn write_keys(&self, signature: &AnySignature) -> Vec<String> {
        self.0.write_keys(signature.of())
    }

    fn size(&self, signature: &AnySignature) -> usize {
        self.0.size(signature.of())
    }

    fn is_equal(&self, a: &AnySignature, b: &AnySignature) -> bool {
        self.0.is_equal(a.of(), b.of())
    }

    fn keeps_copies(&self) -> bool {
        self.0.keeps_copies()
    }
}

impl<M> Explain for Erased<M>
where
    M: Explain,
    M::Signature: Send + Sync + 'static,
{
    fn marks(&self, articles: [&Article; 2]) -> [Vec<Mark>; 2] {
        self.0.marks(articles)
    }

    fn slots(&self, signature: &AnySignature) -> Vec<u64> {
        self.0.slots(signature.of())
    }
}

impl AnyMethod {
    /// A method, whatever its signatures are.
    pub fn of<M>(method: M) -> AnyMethod
    where
        M: Explain + Send + Sync + 'static,
        M::Signature: Send + Sync + 'static,
    {
        AnyMethod(Box::new(Erased(method)))
    }

    /// Its verdict on two articles, and its findings.
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
            slots: slots[0].iter().zip(&slots[1]).map(|(a, b)| a == b).collect(),
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

    fn compare_on_one_site(&self, a: Option<&AnySignature>, b: Option<&AnySignature>) -> Comparison {
        self.0.compare_on_one_site(a, b)
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

    fn is_equal(&self, a: &AnySignature, b: &AnySignature) -> bool {
        self.0.is_equal(a, b)
    }

    fn keeps_copies(&self) -> bool {
        self.0.keeps_copies()
    }
}

#[cfg(test)]
mod tests {
    use crate::methods::{Method, Name};
    use offprint::Article;
    use offprint::compare::Verdict;

    const HAN: &str = "下游三座水库已经蓄满，大坝安全。市防汛办公室说，未来三天仍有中到大雨，沿岸居民应当留意通知。\n        记者从现场看到，工作人员正在检查闸门，值班电话昼夜有人接听。专家认为水位会在周五前后回落。\n        去年同期，这里的来水不到今年的一半，农田一度缺水。今年的蓄水足够全市用到明年春天。";

    /// Every method recognises an article, and finds no match for an empty text.
    #[test]
    fn every_method_knows_an_article_again() {
        let article = Article::of_text("三座水库蓄满".to_owned(), HAN.repeat(3));
        let empty = Article::of_text(String::new(), String::new());
        for name in Name::ALL {
            assert_eq!(name.as_str().parse(), Ok(*name));
            let method = name.method();
            let signature = method.sign(&article).unwrap_or_else(|| panic!("{name} signs"));
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

    /// White space is not part of a Chinese text; only facts take it for the end of a name or a number.
    #[test]
    fn spaces_between_han_characters_change_nothing() {
        let text = HAN.repeat(3);
        let spaced: String = text.chars().flat_map(|c| [c, ' ']).collect();
        for name in Name::ALL.iter().filter(|&&name| name != Name::Facts) {
            let method = name.method();
            let [a, b] = [&text, &spaced].map(|text| {
                let title = "三座水库蓄满".to_owned();
                method.sign(&Article::of_text(title, text.clone()))
            });
            let compared = method.compare(a.as_ref(), b.as_ref());
            assert_eq!(compared.verdict, Verdict::Same, "{name}: {compared:?}");
            assert!(compared.score > 0.99, "{name}: {compared:?}");
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
