import WaybillTable

/// The target URLs of a redirect, as a set.
struct RedirectTargets {
    let pattern: Pattern
    private let keepsSlash: Bool
    let urls: RequestSet

    /// The captured values for which a redirect leads to a URL.
    struct Captures {
        var values: [String: [UInt8]] = [:]
        /// `nil` if the target has no `**`.
        var catchAll: [[UInt8]]?
        /// Whether the request has a trailing slash, if the target keeps it.
        var endsInSlash: Bool?
    }

    init(
        of redirect: Redirect, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        pattern = redirect.target.pattern
        keepsSlash = redirect.target.endsInCatchAll
        let requests = try RequestSet(of: pattern, redirect.constraints, settings, &work)
        urls = redirect.keepsOrigin ? requests : requests.asTarget
    }

    /// Returns requests of the redirect that lead to a pattern. Several URLs of the intersection are tried, because
    /// other patterns may take precedence.
    func starts(
        of redirect: Redirect, towards other: Pattern, _ constraints: [String: Automaton], _ settings: MatchSettings,
        _ limits: ProofLimits, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        let shared = try urls.intersection(RequestSet(of: other, constraints, settings, &work), &work)
        return try starts(of: redirect, leadingTo: shared, settings, limits, &work)
    }

    /// Returns requests of the redirect that lead to some of its targets.
    func starts(
        of redirect: Redirect, leadingTo some: RequestSet, preferring values: [String] = ["1"],
        _ settings: MatchSettings, _ limits: ProofLimits, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        var rest = some
        var starts: [RequestWitness] = []
        for _ in 0..<limits.targetsPerPattern {
            guard let target = rest.sample(.readable(pattern, values: values)) else { break }
            starts += try self.starts(of: redirect, at: target, settings, &work)
            rest = try rest.without(target.segments, &work)
        }
        return starts
    }

    /// Returns requests of the redirect that lead to one of the URLs.
    func starts(
        of redirect: Redirect, at target: SampleRequest, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [RequestWitness] {
        let captures = captures(of: target)
        var starts: [RequestWitness] = []
        for own in redirect.patterns {
            let start = try redirect.start(at: own, capturing: captures, settings, &work)
            if let start { starts.append(start.witness) }
        }
        return starts
    }

    private func captures(of target: SampleRequest) -> Captures {
        var captures = Captures()
        for (segment, text) in zip(pattern.segments, target.segments) {
            guard case .capture(let capture) = segment else { continue }
            captures.values[capture.name] = Array(text.dropFirst(capture.prefix.count).dropLast(capture.suffix.count))
        }
        if keepsSlash { captures.endsInSlash = target.hasTrailingSlash }
        if pattern.catchAll != nil { captures.catchAll = Array(target.segments.dropFirst(pattern.segments.count)) }
        return captures
    }
}

extension RequestSet {
    /// Returns the requests whose path has other segments.
    func without(
        _ segments: [[UInt8]], _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        var left: [RequestBox] = []
        for box in boxes {
            let path = PathSet(
                segments: segments.map { .literal($0, folding: false) }, hasCatchAll: false,
                endsInSlash: box.path.endsInSlash, hasAuthority: box.path.hasAuthority)
            for part in try box.path.subtracting(path, &work) {
                left.append(RequestBox(head: box.head, path: part, methods: box.methods, views: box.views))
            }
        }
        return RequestSet(boxes: left)
    }

    /// The requests without optional parts of the URL: a target without a scheme is a path alone, and one without a
    /// port has that of its scheme.
    fileprivate var asTarget: RequestSet {
        // A pattern for every scheme and host has boxes of each kind.
        let isAlone = boxes.contains { $0.head.isAlone }
        return RequestSet(
            boxes: boxes.filter { isAlone == $0.head.isAlone }.map { box in
                guard case .network(let schemes, let host, let port) = box.head, port == .everything else { return box }
                var box = box
                let ports = Set(schemes.compactMap(RouteURL.defaultPort))
                box.head = .network(schemes: schemes, host: host, port: NameSet(ports))
                return box
            })
    }
}
