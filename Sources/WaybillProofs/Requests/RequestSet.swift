import WaybillTable

/// A set of requests: heads × paths × methods × views. A `nil` method is a request without one.
struct RequestBox: Sendable {
    var head: HeadSet
    var path: PathSet
    var methods: NameSet<String?>
    var views = ViewSet.all

    /// The cost of making a box, or comparing two, besides their automata.
    fileprivate static let steps = 8

    func intersection(_ other: RequestBox, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestBox? {
        try work.spend(Self.steps)
        let methods = methods.intersection(other.methods)
        guard !methods.isEmpty, let views = views.intersection(other.views),
            let head = try head.intersection(other.head, &work), let path = try path.intersection(other.path, &work)
        else { return nil }
        return RequestBox(head: head, path: path, methods: methods, views: views)
    }

    /// Returns what is not in the other box, as disjoint boxes.
    func subtracting(_ other: RequestBox, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> [RequestBox] {
        try work.spend(Self.steps)
        let sharedMethods = methods.intersection(other.methods)
        guard !sharedMethods.isEmpty, views.intersection(other.views) != nil,
            let sharedHead = try head.intersection(other.head, &work),
            let sharedPath = try path.intersection(other.path, &work)
        else { return [self] }
        var parts: [RequestBox] = []
        for head in try head.subtracting(other.head, &work) {
            parts.append(RequestBox(head: head, path: path, methods: methods, views: views))
        }
        for path in try path.subtracting(other.path, &work) {
            parts.append(RequestBox(head: sharedHead, path: path, methods: methods, views: views))
        }
        let rest = methods.subtracting(other.methods)
        if !rest.isEmpty { parts.append(RequestBox(head: sharedHead, path: sharedPath, methods: rest, views: views)) }
        for views in views.subtracting(other.views) {
            parts.append(RequestBox(head: sharedHead, path: sharedPath, methods: sharedMethods, views: views))
        }
        return parts
    }
}

/// A union of disjoint boxes. It is closed under intersection and subtraction, and empty if and only if it has no
/// boxes.
struct RequestSet: Sendable {
    private(set) var boxes: [RequestBox]

    var isEmpty: Bool { boxes.isEmpty }

    /// The requests that one pattern matches, with these methods, in these views.
    ///
    /// - Parameters:
    ///   - distinguishesSlashes: Whether paths with and without a trailing slash are distinguished even if the settings
    ///     ignore it, so that tables with different settings can be compared.
    ///   - heads: The schemes and hosts; by default those of the pattern.
    /// - Complexity: That of the automata of its constraints and affixes.
    init(
        of pattern: Pattern, _ constraints: [String: Automaton], methods: NameSet<String?> = .everything,
        views: ViewSet = .all, _ settings: MatchSettings, distinguishesSlashes: Bool = false, heads: [HeadSet]? = nil,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        boxes = []
        let distinguishesSlashes = distinguishesSlashes || settings.trailingSlash == .strict
        let ends: [Bool?] = settings.slash(of: pattern).map { [$0] } ?? (distinguishesSlashes ? [false, true] : [nil])
        let heads = if let heads { heads } else { try HeadSet.heads(of: pattern, &work) }
        for head in heads {
            for end in ends {
                try work.spend(RequestBox.steps + pattern.segments.count)
                let path = try PathSet(
                    of: pattern, constraints, settings, endsInSlash: end, hasAuthority: head.hasAuthority, &work)
                if let path { boxes.append(RequestBox(head: head, path: path, methods: methods, views: views)) }
            }
        }
    }

    init(boxes: [RequestBox]) { self.boxes = boxes }

    func intersection(_ other: RequestSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        var shared: [RequestBox] = []
        for own in boxes {
            for others in other.boxes {
                if let box = try own.intersection(others, &work) { shared.append(box) }
            }
        }
        return RequestSet(boxes: shared)
    }

    func subtracting(_ other: RequestSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        var rest = boxes
        for others in other.boxes {
            var parts: [RequestBox] = []
            for own in rest { parts += try own.subtracting(others, &work) }
            rest = parts
        }
        return RequestSet(boxes: rest)
    }

    /// Returns the requests with a method that a list answers.
    func limited(to methods: [String]) -> RequestSet { limited(to: NameSet(answeredBy: methods)) }

    func limited(to answered: NameSet<String?>) -> RequestSet {
        RequestSet(
            boxes: boxes.compactMap { box in
                var box = box
                box.methods = box.methods.intersection(answered)
                return box.methods.isEmpty ? nil : box
            })
    }
}

extension NameSet<String?> {
    /// The methods that a route answers by itself: `GET` includes `HEAD` (law 4), and no methods means every request.
    init(answeredBy methods: [String]) {
        guard !methods.isEmpty else {
            self = .everything
            return
        }
        self.init(Set(methods.contains("GET") ? methods + ["HEAD"] : methods))
    }
}
