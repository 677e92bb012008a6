import WaybillSyntax
import WaybillTable

/// Orders that make a set independent of the order of its files and entries: by content first, and by place only if the
/// contents are equal.
struct ContentOrder: Comparable {
    let words: [ExactText]
    let span: SourceSpan

    static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.words == rhs.words ? lhs.span < rhs.span : lhs.words.lexicographicallyPrecedes(rhs.words)
    }
}

extension Route {
    /// Orders routes by their meaning, which begins with the id, and routes with the same meaning by place.
    static func precedes(_ left: Route, _ right: Route) -> Bool {
        let order = left.id.value.exact.order(against: right.id.value.exact)
        if order != 0 { return order < 0 }
        let meaning = left.meaning
        let other = right.meaning
        return meaning == other ? left.span < right.span : meaning.lexicographicallyPrecedes(other)
    }
}

extension RouteTest {
    var content: ContentOrder {
        let request = [open.value, method?.value ?? ""] + tags.map(\.value)
        let words = request + expectation.words + [name?.value ?? ""]
        return ContentOrder(words: words.map(\.exact), span: span)
    }
}

extension RouteTest.Expectation {
    /// The expectation without places. Equal expectations have equal words.
    package var words: [String] {
        switch self {
        case .unmatched: ["unmatched"]
        case .methodNotAllowed: ["method-not-allowed"]
        case .invalidURL: ["invalid-url"]
        case .rejected: ["rejected"]
        case .matched(let expected): expected.words
        }
    }
}

extension RouteTest.Expected {
    fileprivate var words: [String] {
        let names = [route, module, handler, url, rejected, fallback].map { $0?.value ?? "" }
        return names + (forward?.words ?? ["-"]) + (redirect?.words ?? ["-"])
            + parameters.map { "\($0.name.value) \($0.value.value)" }.sorted() + (interceptors?.words ?? ["-"])
    }
}

extension RouteTest.Interceptors {
    fileprivate var words: [String] {
        switch self {
        case .exactly(let all): ["exactly"] + all.map(\.value)
        case .among(let contained, let excluded):
            ["contains"] + contained.map(\.value).sorted() + ["not"] + excluded.map(\.value).sorted()
        }
    }
}

extension RouteTest.Forwards {
    fileprivate var words: [String] {
        switch self {
        case .first(let url): ["first", url.value]
        case .exactly(let urls): ["exactly"] + urls.map(\.value)
        }
    }
}

extension RouteTest.Redirect {
    fileprivate var words: [String] { ["client", to.value, status.map { "\($0.value.rawValue)" } ?? ""] }
}
