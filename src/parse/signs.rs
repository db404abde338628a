//! Signs of a page's kind in its tags, counted during streaming: class and id words, stated types, the generator, and
//! the number of forms, pictures or code samples.
//!
//! No count decides anything by itself; they are features of the model of page types in [`extract`](crate::extract).

use crate::parse::words::{WordTable, count};

/// Counts for a page. They saturate, so that no page can make one wrap around.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signs {
    /// For each topic, how many class and id words of block-level elements indicate it.
    pub words: [u16; Topic::COUNT],
    /// For each kind that a page can state, how often it does.
    pub stated: [u16; DeclaredType::COUNT],
    /// For each element that is counted, how many the page has.
    pub elements: [u16; COUNTED.len()],
    /// Whether `og:type` states an article.
    pub is_article: bool,
    /// Whether a field of it asks for a password.
    pub asks_password: bool,
}

/// The topic of class and id words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Buying: cart, shipping, quantity.
    Cart,
    /// Goods: product, price.
    Product,
    /// Threads and their forums.
    Thread,
    /// Authors of posts: avatar, signature.
    Member,
    /// Answers, votes and reactions.
    Reply,
    /// Posts, of a thread or of a blog.
    Post,
    /// Documentation: table of contents, reference, note.
    Docs,
    /// A company's services: testimonial, pricing, clients.
    Pitch,
    /// Items of a list or grid.
    Item,
    /// An article and its author.
    Article,
    /// A single page, in the terms of content systems.
    Single,
    /// Page builders: row, column, section.
    Layout,
}

impl Topic {
    /// Number of topics.
    pub const COUNT: usize = Topic::Layout as usize + 1;
}

/// Elements that are counted, by name.
pub const COUNTED: [&str; 5] = ["button", "code", "img", "section", "svg"];

/// What a page can state about its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclaredType {
    /// schema.org: an article, a posting of a blog, a report.
    Article,
    /// schema.org: a technical article, a reference, a how-to.
    Technical,
    /// schema.org: a page of questions and answers, a thread.
    Thread,
    /// schema.org: an answer or comment.
    Answer,
    /// schema.org: something to buy.
    Product,
    /// schema.org: an offer with a price.
    Offer,
    /// schema.org: a collection of pages, a list of items.
    Collection,
    /// `og:type` product.
    OgProduct,
    /// Made by forum software.
    ForumSoftware,
    /// Made by a documentation generator.
    DocumentationSoftware,
    /// Made by shop software.
    ShopSoftware,
}

impl DeclaredType {
    /// Number of kinds.
    pub const COUNT: usize = Self::ShopSoftware as usize + 1;

    /// The kind that a schema.org type states, with or without the address before it.
    fn of_type(name: &str) -> Option<Self> {
        let name = name.rsplit(['/', ':']).next().unwrap_or(name);
        Some(match name {
            "TechArticle" | "APIReference" | "HowTo" => Self::Technical,
            "QAPage" | "DiscussionForumPosting" => Self::Thread,
            "Answer" | "Comment" | "UserComments" => Self::Answer,
            "Product" | "ProductGroup" | "IndividualProduct" | "ProductModel" => Self::Product,
            "Offer" | "AggregateOffer" => Self::Offer,
            "CollectionPage" | "ItemList" | "SearchResultsPage" | "OfferCatalog" | "Blog" => Self::Collection,
            name if name.ends_with("Article") || name.ends_with("Posting") || name == "Report" => Self::Article,
            _ => return None,
        })
    }

    /// The kind that a `<meta name=generator>` states.
    fn of_generator(content: &str) -> Option<Self> {
        #[rustfmt::skip]
        const FORUM: &[&str] = &[
            "discourse", "vbulletin", "phpbb", "xenforo", "discuz", "mybb", "invision", "smf",
            "flarum", "nodebb", "phpwind", "vanilla", "bbpress",
        ];
        #[rustfmt::skip]
        const DOCUMENTATION: &[&str] = &[
            "sphinx", "docusaurus", "mkdocs", "gitbook", "vuepress", "vitepress", "docutils",
            "mediawiki", "dokuwiki", "mdbook", "doxygen", "javadoc", "antora", "starlight",
            "asciidoctor", "readme.io", "docfx",
        ];
        #[rustfmt::skip]
        const SHOP: &[&str] = &[
            "woocommerce", "shopify", "magento", "prestashop", "opencart", "bigcommerce",
            "shopware", "easy digital downloads",
        ];
        let content = content.to_ascii_lowercase();
        let names = |names: &[&str]| names.iter().any(|name| content.contains(name));
        if names(FORUM) {
            Some(Self::ForumSoftware)
        } else if names(DOCUMENTATION) {
            Some(Self::DocumentationSoftware)
        } else if names(SHOP) {
            Some(Self::ShopSoftware)
        } else {
            None
        }
    }
}

impl Signs {
    fn state(&mut self, stated: Option<DeclaredType>) {
        if let Some(stated) = stated {
            let count = &mut self.stated[stated as usize];
            *count = count.saturating_add(1);
        }
    }

    /// Counts the types that a JSON-LD object or an `itemtype` names.
    pub fn note_types(&mut self, names: &str) {
        for name in names.split_ascii_whitespace() {
            self.state(DeclaredType::of_type(name));
        }
    }

    /// Counts a `<meta>` with this key.
    pub fn note_meta(&mut self, key: &str, content: &str) {
        if key.eq_ignore_ascii_case("og:type") {
            let content = content.to_ascii_lowercase();
            self.state(content.contains("product").then_some(DeclaredType::OgProduct));
            self.is_article |= content.starts_with("article");
        } else if key.eq_ignore_ascii_case("generator") {
            self.state(DeclaredType::of_generator(content));
        }
    }

    /// Adds the words and types that other signs count.
    pub(super) fn add(&mut self, others: &Signs) {
        let words = self.words.iter_mut().zip(&others.words);
        for (count, other) in words.chain(self.stated.iter_mut().zip(&others.stated)) {
            *count = count.saturating_add(*other);
        }
    }

    /// Counts the start tag of an element by its name.
    pub fn note_element(&mut self, name: &[u8]) {
        let mut counted = COUNTED.iter();
        if let Some(at) = counted.position(|counted| counted.as_bytes() == name) {
            self.elements[at] = self.elements[at].saturating_add(1);
        }
    }

    /// Counts a word of a class or id value.
    pub(super) fn note_word(&mut self, word: &[u8]) {
        if let Some(topic) = WORDS.find(word) {
            let count = &mut self.words[topic as usize];
            *count = count.saturating_add(1);
        }
    }
}

/// The words of class and id values that indicate each topic.
#[rustfmt::skip]
const TOPIC_WORDS: &[(Topic, &[&str])] = &[
    (Topic::Cart, &[
        "basket", "buy", "cart", "checkout", "delivery", "gift", "minicart", "payment", "qty",
        "quantity", "shipping", "shopping", "sku", "stock", "wishlist",
    ]),
    (Topic::Product, &[
        "currency", "price", "prices", "product", "products", "sale", "variant", "variants",
        "woocommerce",
    ]),
    (Topic::Thread, &[
        "bbs", "forum", "forums", "subforum", "thread", "threads", "topic", "topics",
    ]),
    (Topic::Member, &[
        "avatar", "guest", "joined", "karma", "member", "members", "postbody", "poster",
        "reputation", "signature", "userinfo", "username",
    ]),
    (Topic::Reply, &[
        "accepted", "answer", "answers", "likes", "message", "messages", "question", "questions",
        "quote", "reactions", "replies", "reply", "upvote", "vote", "votes",
    ]),
    (Topic::Post, &["post", "posts"]),
    (Topic::Docs, &[
        "admonition", "api", "doc", "docs", "documentation", "docutils", "example", "examples",
        "manual", "note", "reference", "sphinx", "tip", "toc", "version", "warning", "wiki",
    ]),
    (Topic::Pitch, &[
        "benefits", "client", "clients", "contact", "cta", "demo", "feature", "features", "hero",
        "logos", "partner", "partners", "pricing", "team", "testimonial", "testimonials",
    ]),
    (Topic::Item, &[
        "collection", "collections", "grid", "item", "items", "listing", "listings", "loop", "tile",
        "tiles",
    ]),
    (Topic::Article, &["article", "author", "byline", "entry", "headline", "story"]),
    (Topic::Single, &["permalink", "postid", "single", "singular"]),
    (Topic::Layout, &["column", "row", "section"]),
];
static WORDS: WordTable<Topic, { count(TOPIC_WORDS) }> = WordTable::new(TOPIC_WORDS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::words::for_each_word;

    #[test]
    fn what_a_page_states_is_counted() {
        let mut signs = Signs::default();
        signs.note_types("http://schema.org/Product schema:Offer");
        signs.note_types("NewsArticle");
        signs.note_meta("generator", "Discourse 3.2");
        signs.note_meta("og:type", "Product.item");
        let count = |stated: DeclaredType| signs.stated[stated as usize];
        use DeclaredType::*;
        assert_eq!([Product, Offer, Article, ForumSoftware, OgProduct].map(count), [1; 5]);
        assert_eq!(signs.stated.iter().sum::<u16>(), 5);
    }

    #[test]
    fn words_are_counted_once_for_each_place() {
        let mut signs = Signs::default();
        for_each_word("addToCart cart-price Cartography", 0, |word| signs.note_word(word));
        let count = |topic: Topic| signs.words[topic as usize];
        assert_eq!((count(Topic::Cart), count(Topic::Product)), (2, 1));
    }
}
