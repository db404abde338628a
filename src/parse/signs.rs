//! What the tags of a page tell of its kind, counted while it streams past: class and id words, types that it
//! states, what made it, and how many forms, pictures or code samples it has.
//!
//! No count decides anything by itself; they are features of the model in
//! [`extract::kinds`](crate::extract).

use crate::parse::noise::for_each_word;
use crate::parse::tag::Tag;

/// Counts of a page. Each stops at its largest value, so that no page can make one wrap around.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signs {
    /// How many block-level elements name each of [`WORDS`] in a class or id.
    pub words: [u16; WORDS.len()],
    /// How often the page states each of [`Stated`].
    pub stated: [u16; Stated::COUNT],
    /// How many elements of each of [`COUNTED`] it has.
    pub elements: [u16; COUNTED.len()],
}

impl Default for Signs {
    fn default() -> Signs {
        Signs {
            words: [0; WORDS.len()],
            stated: [0; Stated::COUNT],
            elements: [0; COUNTED.len()],
        }
    }
}

/// Elements that are counted, by name.
pub const COUNTED: [&str; 12] = [
    "article", "button", "code", "form", "img", "input", "pre", "section", "select", "svg",
    "table", "time",
];

/// What a page can state about its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stated {
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
    /// schema.org: an offer of a price.
    Offer,
    /// schema.org: a rating or review.
    Review,
    /// schema.org: a service, or a business that serves customers.
    Service,
    /// schema.org: questions that the site itself answers.
    Faq,
    /// schema.org: a collection of pages, a list of items.
    Collection,
    /// `og:type` article.
    OgArticle,
    /// `og:type` product.
    OgProduct,
    /// `og:type` website.
    OgWebsite,
    /// Forum software made it.
    ForumSoftware,
    /// A generator of documentation made it.
    DocumentationSoftware,
    /// Shop software made it.
    ShopSoftware,
}

impl Stated {
    /// How many there are.
    pub const COUNT: usize = Stated::ShopSoftware as usize + 1;

    /// What a schema.org type says, with or without the address before it.
    fn of_type(name: &str) -> Option<Stated> {
        let name = name.rsplit(['/', ':']).next().unwrap_or(name);
        Some(match name {
            "TechArticle" | "APIReference" | "HowTo" => Stated::Technical,
            "QAPage" | "DiscussionForumPosting" => Stated::Thread,
            "Answer" | "Comment" | "UserComments" => Stated::Answer,
            "Product" | "ProductGroup" | "IndividualProduct" | "ProductModel" => Stated::Product,
            "Offer" | "AggregateOffer" => Stated::Offer,
            "Review" | "Rating" | "AggregateRating" => Stated::Review,
            "Service" | "LocalBusiness" | "ProfessionalService" | "FinancialService"
            | "SoftwareApplication" | "WebApplication" => Stated::Service,
            "FAQPage" => Stated::Faq,
            "CollectionPage" | "ItemList" | "SearchResultsPage" | "OfferCatalog" | "Blog" => {
                Stated::Collection
            }
            name if name.ends_with("Article") || name.ends_with("Posting") || name == "Report" => {
                Stated::Article
            }
            _ => return None,
        })
    }

    /// What an `og:type` says.
    fn of_og_type(content: &str) -> Option<Stated> {
        let content = content.to_ascii_lowercase();
        Some(match content.as_str() {
            "article" => Stated::OgArticle,
            "website" => Stated::OgWebsite,
            other if other.contains("product") => Stated::OgProduct,
            _ => return None,
        })
    }

    /// What a `<meta name=generator>` says.
    fn of_generator(content: &str) -> Option<Stated> {
        const FORUM: &[&str] = &[
            "discourse", "vbulletin", "phpbb", "xenforo", "discuz", "mybb", "invision", "smf",
            "flarum", "nodebb", "phpwind", "vanilla", "bbpress",
        ];
        const DOCUMENTATION: &[&str] = &[
            "sphinx", "docusaurus", "mkdocs", "gitbook", "vuepress", "vitepress", "docutils",
            "mediawiki", "dokuwiki", "mdbook", "doxygen", "javadoc", "antora", "starlight",
            "asciidoctor", "readme.io", "docfx",
        ];
        const SHOP: &[&str] = &[
            "woocommerce", "shopify", "magento", "prestashop", "opencart", "bigcommerce",
            "shopware", "easy digital downloads",
        ];
        let content = content.to_ascii_lowercase();
        let names = |names: &[&str]| names.iter().any(|name| content.contains(name));
        match () {
            () if names(FORUM) => Some(Stated::ForumSoftware),
            () if names(DOCUMENTATION) => Some(Stated::DocumentationSoftware),
            () if names(SHOP) => Some(Stated::ShopSoftware),
            () => None,
        }
    }
}

impl Signs {
    fn state(&mut self, stated: Option<Stated>) {
        if let Some(stated) = stated {
            let count = &mut self.stated[stated as usize];
            *count = count.saturating_add(1);
        }
    }

    /// Notes types that an object of JSON-LD or an `itemtype` names.
    pub fn note_types(&mut self, names: &str) {
        for name in names.split_ascii_whitespace() {
            self.state(Stated::of_type(name));
        }
    }

    /// Notes a `<meta>` of this key, in lower case.
    pub fn note_meta(&mut self, key: &str, content: &str) {
        if key.eq_ignore_ascii_case("og:type") {
            self.state(Stated::of_og_type(content.trim()));
        } else if key.eq_ignore_ascii_case("generator") {
            self.state(Stated::of_generator(content));
        }
    }

    /// Notes the start tag of an element.
    pub fn note_element(&mut self, tag: Tag, name: &str) {
        // Most tags of a page are of no counted kind, and told by their length.
        if matches!(tag, Tag::A | Tag::Div | Tag::P | Tag::Li | Tag::Br) || name.len() > 7 {
            return;
        }
        if let Ok(at) = COUNTED.binary_search(&name) {
            self.elements[at] = self.elements[at].saturating_add(1);
        }
    }

    /// Notes the words of a class or id value.
    pub fn note_words(&mut self, value: &str) {
        for_each_word(value, |word| {
            let (start, end, lengths) = STARTS[usize::from(word[0].to_ascii_lowercase() - b'a')];
            if word.len() > LONGEST || lengths >> word.len() & 1 == 0 {
                return;
            }
            let same = usize::from(start)..usize::from(end);
            let found = same.into_iter().find(|&at| WORDS[at].as_bytes().eq_ignore_ascii_case(word));
            if let Some(at) = found {
                self.words[at] = self.words[at].saturating_add(1);
            }
        });
    }
}

/// Length of the longest of [`WORDS`].
const LONGEST: usize = 15;

/// Where the words of each first letter begin and end among [`WORDS`], and the lengths that they
/// have, as a set.
const STARTS: [(u8, u8, u16); 26] = {
    let mut starts = [(0, 0, 0); 26];
    let mut i = 0;
    while i < WORDS.len() {
        let word = WORDS[i].as_bytes();
        let letter = (word[0] - b'a') as usize;
        if starts[letter].1 == 0 {
            starts[letter].0 = i as u8;
        }
        i += 1;
        starts[letter].1 = i as u8;
        starts[letter].2 |= 1 << word.len();
    }
    starts
};

/// Words of class and id values that tell kinds of pages apart, sorted.
pub const WORDS: [&str; 201] = [
    "accepted",
    "accordion",
    "admonition",
    "amenities",
    "amount",
    "answer",
    "answers",
    "api",
    "archive",
    "archives",
    "article",
    "author",
    "avatar",
    "banner",
    "basket",
    "bbs",
    "benefits",
    "brand",
    "brands",
    "breadcrumb",
    "breadcrumbs",
    "buy",
    "byline",
    "card",
    "cards",
    "carousel",
    "cart",
    "category",
    "checkout",
    "client",
    "clients",
    "code",
    "collection",
    "collections",
    "color",
    "column",
    "comment",
    "comments",
    "contact",
    "cta",
    "currency",
    "date",
    "delivery",
    "demo",
    "description",
    "details",
    "doc",
    "docs",
    "documentation",
    "docutils",
    "entry",
    "example",
    "examples",
    "excerpt",
    "facet",
    "facets",
    "faq",
    "feature",
    "features",
    "filter",
    "filters",
    "footer",
    "forum",
    "forums",
    "gallery",
    "gift",
    "grid",
    "guest",
    "headline",
    "hero",
    "highlight",
    "hljs",
    "home",
    "item",
    "items",
    "joined",
    "karma",
    "language",
    "latest",
    "likes",
    "list",
    "listing",
    "listings",
    "live",
    "logo",
    "logos",
    "loop",
    "manual",
    "member",
    "members",
    "message",
    "messages",
    "meta",
    "minicart",
    "newsletter",
    "note",
    "option",
    "options",
    "pager",
    "pagination",
    "partner",
    "partners",
    "payment",
    "permalink",
    "post",
    "postbody",
    "poster",
    "postid",
    "posts",
    "price",
    "prices",
    "pricing",
    "prism",
    "product",
    "products",
    "qty",
    "quantity",
    "question",
    "questions",
    "quote",
    "rating",
    "ratings",
    "reactions",
    "reference",
    "related",
    "replies",
    "reply",
    "reputation",
    "result",
    "results",
    "review",
    "reviews",
    "row",
    "sale",
    "search",
    "section",
    "service",
    "services",
    "share",
    "shipping",
    "shop",
    "shopping",
    "signature",
    "single",
    "singular",
    "size",
    "sku",
    "slide",
    "slider",
    "social",
    "solutions",
    "sort",
    "specifications",
    "specs",
    "sphinx",
    "star",
    "stars",
    "step",
    "steps",
    "stock",
    "store",
    "story",
    "subforum",
    "subtitle",
    "swiper",
    "syntax",
    "tab",
    "tabs",
    "tag",
    "tags",
    "team",
    "teaser",
    "testimonial",
    "testimonials",
    "thread",
    "threads",
    "thumbnail",
    "thumbnails",
    "tile",
    "tiles",
    "time",
    "tip",
    "title",
    "toc",
    "topic",
    "topics",
    "trending",
    "upvote",
    "userinfo",
    "username",
    "variant",
    "variants",
    "version",
    "video",
    "vote",
    "votes",
    "warning",
    "wiki",
    "wishlist",
    "woocommerce",
    "zoom",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(WORDS.is_sorted() && COUNTED.is_sorted());
        assert!(WORDS.iter().all(|word| word.len() <= LONGEST));
    }

    #[test]
    fn what_a_page_states_is_counted() {
        let mut signs = Signs::default();
        signs.note_types("http://schema.org/Product schema:Offer");
        signs.note_types("NewsArticle");
        signs.note_meta("generator", "Discourse 3.2");
        signs.note_meta("og:type", "Product.item");
        let told = |stated: Stated| signs.stated[stated as usize];
        use Stated::*;
        assert_eq!([Product, Offer, Article, ForumSoftware, OgProduct].map(told), [1; 5]);
        assert_eq!(signs.stated.iter().sum::<u16>(), 5);
    }

    #[test]
    fn words_are_counted_once_for_each_place() {
        let mut signs = Signs::default();
        signs.note_words("addToCart cart-price");
        signs.note_words("Cartography");
        let count = |word| signs.words[WORDS.binary_search(&word).expect("a word")];
        assert_eq!((count("cart"), count("price")), (2, 1));
    }
}
