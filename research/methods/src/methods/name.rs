//! The methods by name.

use super::Name;
use offprint::index::Limits;
use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Makes the enum of the methods from their table in the module above.
macro_rules! names {
    ($($(#[cfg($needs:meta)])? $variant:ident = $name:literal, $about:literal => $method:expr;)+) => {
        /// A method, with the parameters of its paper where it states them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Name {
            $(#[doc = $about] $(#[cfg($needs)])? $variant,)+
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
        }

        /// # Panics
        /// If a signature belongs to another method.
        impl Method for Name {
            type Signature = AnySignature;

            fn sign(&self, article: &Article) -> Option<AnySignature> {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => $method.sign(article).map(AnySignature::new),)+
                }
            }

            fn compare(&self, a: &AnySignature, b: &AnySignature) -> Comparison {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => $method.compare(a.get(), b.get()),)+
                }
            }

            fn read_keys(&self, signature: &AnySignature) -> Vec<String> {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => $method.read_keys(signature.get()),)+
                }
            }

            fn write_keys(&self, signature: &AnySignature) -> Vec<String> {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => $method.write_keys(signature.get()),)+
                }
            }

            fn size(&self, signature: &AnySignature) -> usize {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => $method.size(signature.get()),)+
                }
            }

            fn keeps_copies(&self) -> bool {
                match self {
                    $($(#[cfg($needs)])? Name::$variant => $method.keeps_copies(),)+
                }
            }
        }
    };
}

pub(super) use names;

impl FromStr for Name {
    type Err = String;

    /// ```
    /// use offprint_methods::methods::Name;
    /// assert_eq!("feature-code".parse(), Ok(Name::FeatureCode));
    /// assert!("code".parse::<Name>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Name, String> {
        let named = Name::ALL.iter().find(|name| name.as_str() == text).copied();
        named.ok_or_else(|| {
            let names: Vec<&str> = Name::ALL.iter().map(|name| name.as_str()).collect();
            format!("{text}: no such method: give {}", names.join(", "))
        })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Name {
    /// How far an index follows the keys of this method: the papers' methods are run as they were published, with no
    /// key too common.
    pub fn limits(self) -> Limits {
        match self {
            Name::Offprint => Limits::default(),
            Name::Facts => Limits::WITH_FACTS,
            _ => Limits::NONE,
        }
    }
}

/// A signature of any of the methods; only the method that made it can read it.
#[derive(Clone)]
pub struct AnySignature(Arc<dyn Any + Send + Sync>);

impl AnySignature {
    pub(super) fn new<S: Send + Sync + 'static>(signature: S) -> AnySignature {
        AnySignature(Arc::new(signature))
    }

    pub(super) fn get<S: 'static>(&self) -> &S {
        self.0.downcast_ref().expect("a signature is read by the method that made it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Method;
    use offprint::Article;
    use offprint::compare::Verdict;
    use proptest::prelude::*;

    const TEXT: &str = "来源：岚溪日报\n下游三座水库已经蓄满，大坝安全😀。市防汛办公室说，未来三天仍有中到大雨，沿岸居民应当留意通知。\n记者从现场看到，工作人员正在检查闸门，值班电话昼夜有人接听。专家认为水位会在周五前后回落。\n去年同期，这里的来水不到今年的一半，农田一度缺水。今年的蓄水足够全市用到明年春天。";

    fn article(text: &str) -> Article {
        Article::of_text("三座水库蓄满".to_owned(), text.to_owned())
    }

    /// Every method recognises an article, holds all of it in itself, and finds no match for an empty text.
    #[test]
    fn every_method_knows_an_article_again() {
        let [article, empty] = [article(TEXT), Article::of_text(String::new(), String::new())];
        for &name in Name::ALL {
            assert_eq!(name.as_str().parse(), Ok(name));
            let signature = name.sign(&article).unwrap_or_else(|| panic!("{name} signs"));
            assert_eq!(name.judge(Some(&signature), None).verdict, Verdict::Unknown, "{name}");
            assert!(name.sign(&empty).is_none(), "{name}");
            assert!(name.finds(&signature, &signature), "{name}");
            assert!(name.size(&signature) > 0, "{name}");
            let again = name.compare(&signature, &signature);
            assert_eq!(again.verdict, Verdict::Same, "{name}");
            assert!(again.score > 0.99, "{name}");
        }
    }

    /// White space is not part of a Chinese text; only facts take it for the end of a name or a number.
    #[test]
    fn spaces_between_han_characters_change_nothing() {
        let text = TEXT.split_once('\n').expect("a line below the credit").1.repeat(3);
        let spaced: String = text.chars().flat_map(|c| [c, ' ']).collect();
        for name in Name::ALL.iter().filter(|&&name| name != Name::Facts) {
            let [a, b] = [&text, &spaced].map(|text| name.sign(&article(text)));
            let compared = name.judge(a.as_ref(), b.as_ref());
            assert_eq!(compared.verdict, Verdict::Same, "{name}: {compared:?}");
            assert!(compared.score > 0.99, "{name}: {compared:?}");
        }
    }

    proptest! {
        /// No text panics, and the order of the two does not matter.
        #[test]
        fn any_two_texts_can_be_compared(a in "[下游三座水库的 a-z.。，😀\r\n]{0,200}", b in "\\PC{0,100}") {
            for name in Name::ALL {
                let [x, y] = [&a, &b].map(|text| name.sign(&article(text)));
                let found = name.judge(x.as_ref(), y.as_ref());
                prop_assert_eq!(found.verdict, name.judge(y.as_ref(), x.as_ref()).verdict, "{}", name);
                prop_assert!((0.0..=1.0).contains(&found.score), "{}: {}", name, found.score);
            }
        }
    }
}
