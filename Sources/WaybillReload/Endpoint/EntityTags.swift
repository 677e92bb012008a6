/// The value of `If-Match`: `*`, or a list of tags (RFC 9110, 13.1.1).
struct EntityTags {
    private(set) var tags: [String] = []
    private(set) var isAny = false

    /// A tag without quotes is accepted. Weak tags never match, and are left out.
    init(_ header: String) {
        var rest = header[...]
        while let first = rest.first {
            if first == " " || first == "\t" || first == "," {
                rest.removeFirst()
            } else if first == "\"" || rest.hasPrefix("W/\"") {
                let isWeak = first != "\""
                rest = rest.drop { $0 != "\"" }.dropFirst()
                let tag = rest.prefix { $0 != "\"" }
                if !isWeak { tags.append(String(tag)) }
                rest = rest.dropFirst(tag.count + 1)
            } else {
                let tag = rest.prefix { $0 != "," }
                rest = rest.dropFirst(tag.count)
                let text = String(tag.prefix { $0 != " " && $0 != "\t" })
                if text == "*" { isAny = true } else { tags.append(text) }
            }
        }
    }

    /// The digests of which one must be current. A `*` in quotes is a tag, and not a digest.
    var demand: [String] { isAny ? ["*"] : tags.filter { $0 != "*" } }
}
