package import WaybillTable

/// One or more patterns that lead to a module, a handler or another URL.
///
/// A value in all respects. Its content is shared by all copies until one of them changes, for a set has many routes, and
/// each holds two dozen things that a copy would retain one by one.
public struct Route: Sendable {
    private var storage: Storage

    private final class Storage: Sendable {
        let content: Content
        // Of the content: made while that is at hand, where a pass over all routes would have to fetch it again.
        let meaning: TextHash
        let definition: RouteDefinition

        init(_ content: Content, onTermsOf other: Route?) {
            meaning = content.meaning
            definition = content.definition(onTermsOf: other)
            self.content = content
        }
    }

    /// What a route says.
    struct Content: Sendable {
        // In the order that leaves the fewest gaps.
        var id: Located<String>
        var span: SourceSpan
        var destination: Destination
        var isIDGiven: Bool
        var summary: String?
        var patterns: [LocatedPattern] = []
        var narrowed: [Narrowed] = []
        var methods: [Located<String>] = []
        var tags: [Located<String>] = []
        var priority: Int = 0
        private var detailsIfAny = DetailsIfAny.none

        init(id: Located<String>, isIDGiven: Bool, destination: Destination, span: SourceSpan) {
            self.id = id
            self.isIDGiven = isIDGiven
            self.destination = destination
            self.span = span
        }

        var details: Details {
            get { if case .some(let details) = detailsIfAny { details } else { Details() } }
            set { detailsIfAny = .some(newValue) }
        }

        private indirect enum DetailsIfAny: Sendable {
            case none
            case some(Details)
        }
    }

    /// What few routes say: it would make the others twice as large.
    struct Details: Sendable {
        var prioritySpan: SourceSpan?
        var present: Located<String>?
        var timeout: Located<Duration>?
        var lane: Located<String>?
        var with: Node?
    }

    public enum Destination: Sendable {
        case module(Located<String>)
        case handler(Located<String>)
        indirect case redirect(LocatedTarget)
    }

    /// - Parameter other: A route that matches on the same terms, to share them with it.
    init(_ content: Content, onTermsOf other: Route? = nil) { storage = Storage(content, onTermsOf: other) }

    public init(id: Located<String>, isIDGiven: Bool, destination: Destination, span: SourceSpan) {
        self.init(Content(id: id, isIDGiven: isIDGiven, destination: destination, span: span))
    }

    /// As the table takes it, but for the tags of its module.
    var ownDefinition: RouteDefinition { storage.definition }

    /// A hash of what the route means, wherever and however it is written.
    var meaning: TextHash { storage.meaning }

    /// Whether both mean the same, wherever they stand.
    fileprivate func meansTheSame(as other: Route) -> Bool {
        storage === other.storage || storage.meaning == other.storage.meaning
    }

    private mutating func change(_ body: (inout Content) -> Void) {
        var content = storage.content
        body(&content)
        storage = Storage(content, onTermsOf: nil)
    }
}

extension Route {
    /// Where no id is given: `GET,POST /notes/:id`, or the pattern alone where there are no methods.
    public var id: Located<String> {
        get { storage.content.id }
        set { change { $0.id = newValue } }
    }

    public var isIDGiven: Bool {
        get { storage.content.isIDGiven }
        set { change { $0.isIDGiven = newValue } }
    }

    public var summary: String? {
        get { storage.content.summary }
        set { change { $0.summary = newValue } }
    }

    public var patterns: [LocatedPattern] {
        get { storage.content.patterns }
        set { change { $0.patterns = newValue } }
    }

    public var narrowed: [Narrowed] {
        get { storage.content.narrowed }
        set { change { $0.narrowed = newValue } }
    }

    public var methods: [Located<String>] {
        get { storage.content.methods }
        set { change { $0.methods = newValue } }
    }

    public var priority: Int {
        get { storage.content.priority }
        set { change { $0.priority = newValue } }
    }

    /// Where the priority is written, if it is.
    public var prioritySpan: SourceSpan? {
        get { storage.content.details.prioritySpan }
        set { change { $0.details.prioritySpan = newValue } }
    }

    public var destination: Destination {
        get { storage.content.destination }
        set { change { $0.destination = newValue } }
    }

    public var present: Located<String>? {
        get { storage.content.details.present }
        set { change { $0.details.present = newValue } }
    }

    public var tags: [Located<String>] {
        get { storage.content.tags }
        set { change { $0.tags = newValue } }
    }

    public var timeout: Located<Duration>? {
        get { storage.content.details.timeout }
        set { change { $0.details.timeout = newValue } }
    }

    public var lane: Located<String>? {
        get { storage.content.details.lane }
        set { change { $0.details.lane = newValue } }
    }

    public var with: Node? {
        get { storage.content.details.with }
        set { change { $0.details.with = newValue } }
    }

    /// The whole entry.
    public var span: SourceSpan {
        get { storage.content.span }
        set { change { $0.span = newValue } }
    }
}

extension ChunkedArray<Route> {
    /// What differs from other routes in what it means; both are in the order of ids.
    ///
    /// - Returns: The places of routes that are not among the others, and those of the others that are not among these;
    ///   ascending. Of what is between them, each means what its counterpart does.
    package func differences(from other: Self) -> (own: [Int], others: [Int]) {
        var differences = (own: [Int](), others: [Int]())
        var (place, next) = (0, 0)
        while place < count, next < other.count {
            let length = sharedLength(at: place, with: other, at: next)
            if length > 0 {
                (place, next) = (place + length, next + length)
                continue
            }
            if self[place].meansTheSame(as: other[next]) {
                (place, next) = (place + 1, next + 1)
                continue
            }
            // One of the two has no counterpart: the one that comes first, or both.
            let (id, otherID) = (self[place].id.value, other[next].id.value)
            if id <= otherID {
                differences.own.append(place)
                place += 1
            }
            if otherID <= id {
                differences.others.append(next)
                next += 1
            }
        }
        return (differences.own + (place..<count), differences.others + (next..<other.count))
    }
}
