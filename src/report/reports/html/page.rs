//! Pages of a folder: the frame around their content, escaping, and lists that go on on further pages before one gets too long.

/// Bytes of content after which a list goes on on another page: pages stay below a megabyte.
const FULL: usize = 700_000;

/// A file of the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub name: String,
    pub content: String,
}

/// Text as HTML, also within quotation marks. Control characters, which HTML cannot hold, are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\'' => result.push_str("&#39;"),
            '\t' | '\n' => result.push(c),
            c if c.is_control() => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}

/// A whole page.
pub(super) fn page(title: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n\
         <nav><a href=\"index.html\">Overview</a> <a href=\"open.html\">Not decided</a> <a href=\"tests.html\">Tests</a></nav>\n<main>\n{content}</main>\n\
         </body>\n</html>\n",
        escaped(title)
    )
}

/// A list of rows on as many pages as it needs: `stem.html`, `stem-2.html`, ...
pub(super) struct Pages {
    stem: String,
    title: String,
    /// Of the first page alone.
    intro: String,
    /// Around the rows of each page.
    open: &'static str,
    close: &'static str,
    full: Vec<String>,
    rows: String,
}

impl Pages {
    pub(super) fn new(stem: &str, title: &str, intro: String, open: &'static str, close: &'static str) -> Self {
        Self { stem: stem.to_owned(), title: title.to_owned(), intro, open, close, full: Vec::new(), rows: String::new() }
    }

    /// The name of the page that the next row comes on.
    pub(super) fn name(&self) -> String {
        self.name_of(self.full.len())
    }

    fn name_of(&self, number: usize) -> String {
        if number == 0 { format!("{}.html", self.stem) } else { format!("{}-{}.html", self.stem, number + 1) }
    }

    pub(super) fn row(&mut self, row: &str) {
        self.rows.push_str(row);
        let intro = if self.full.is_empty() { self.intro.len() } else { 0 };
        if self.rows.len() + intro >= FULL {
            self.full.push(std::mem::take(&mut self.rows));
        }
    }

    pub(super) fn finish(mut self) -> Vec<File> {
        if self.full.is_empty() || !self.rows.is_empty() {
            let rows = std::mem::take(&mut self.rows);
            self.full.push(rows);
        }
        let n = self.full.len();
        let file = |(number, rows): (usize, &String)| {
            let heading = if number == 0 { self.intro.clone() } else { format!("<h1>{}</h1>\n", escaped(&self.title)) };
            let table = if rows.is_empty() { String::new() } else { format!("{}{rows}{}", self.open, self.close) };
            let content = format!("{heading}{}{table}{}", self.turn(number, n), self.turn(number, n));
            File { name: self.name_of(number), content: page(&self.title, &content) }
        };
        self.full.iter().enumerate().map(file).collect()
    }

    /// Links to the pages before and behind.
    fn turn(&self, number: usize, n: usize) -> String {
        if n == 1 {
            return String::new();
        }
        let link = |to: usize, text: &str| format!("<a href=\"{}\">{text}</a> ", self.name_of(to));
        let before = if number > 0 { link(number - 1, "previous part") } else { String::new() };
        let behind = if number + 1 < n { link(number + 1, "next part") } else { String::new() };
        format!("<p>part {} of {n} {before}{behind}</p>\n", number + 1)
    }
}
