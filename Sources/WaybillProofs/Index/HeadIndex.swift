import WaybillTable

/// The distinct heads of patterns, each with its own tree, and the intersections between them.
struct HeadIndex {
    typealias Number = PatternIndex.Number
    typealias Head = PatternIndex.Head

    private var heads: [(head: Head, node: Number)] = []
    private var numbersOfHeads: [Head: Number] = [:]
    private var byHost: [Pattern.Host: [Number]] = [:]
    /// By suffix: the heads whose host, or suffix of hosts, is longer and ends with it.
    private var below: [String: [Number]] = [:]

    var numbers: Range<Number> { 0..<Number(heads.count) }

    subscript(number: Number) -> (head: Head, node: Number) { heads[Int(number)] }

    func number(of head: Head) -> Number? { numbersOfHeads[head] }

    mutating func add(_ head: Head, node: Number) -> Number {
        let number = Number(heads.count)
        heads.append((head, node))
        numbersOfHeads[head] = number
        byHost[head.host, default: []].append(number)
        for suffix in head.host.suffixes { below[suffix, default: []].append(number) }
        return number
    }

    /// Returns the heads that may share a URL with a head, in order, including the head itself.
    ///
    /// - Complexity: That of the heads with the same hosts.
    func intersecting(_ head: Head) -> [Number] {
        var hosts: [[Number]?] = [byHost[.any]]
        switch head.host {
        case .any:
            if head.scheme.map(RouteURL.isNetwork) ?? true { return numbers.filter(mayIntersect(head)) }
        case .literal: hosts.append(byHost[head.host])
        case .suffix(let suffix): hosts += [byHost[head.host], below[suffix]]
        }
        hosts += head.host.suffixes.map { byHost[.suffix($0)] }
        return hosts.compactMap(\.self).joined().filter(mayIntersect(head)).sorted()
    }

    private func mayIntersect(_ head: Head) -> (Number) -> Bool {
        { number in heads[Int(number)].head.mayIntersect(head) }
    }

    /// Returns the heads that match the head of a request.
    func matching(_ request: SampleRequest) -> [Number] {
        if request.scheme == nil {
            return [numbersOfHeads[Head(scheme: nil, host: .any, port: nil)]].compactMap(\.self)
        }
        var hosts: [Pattern.Host] = [.any]
        if let host = request.host {
            let literal = Pattern.Host.literal(host)
            hosts += [literal] + literal.suffixes.map { .suffix($0) }
        }
        let port = request.port ?? request.scheme.flatMap(RouteURL.defaultPort)
        let ports = port == nil ? [nil] : [nil, port]
        return hosts.flatMap { host in
            ports.flatMap { port in
                [nil, request.scheme].compactMap { numbersOfHeads[Head(scheme: $0, host: host, port: port)] }
            }
        }
    }
}

extension Pattern.Host {
    /// The shorter suffixes of a name that begin with a dot.
    fileprivate var suffixes: [String] {
        let name: [UInt8] =
            switch self {
            case .any: []
            case .literal(let name), .suffix(let name): Array(name.utf8)
            }
        return name.indices.dropFirst().filter { name[$0] == UInt8(ascii: ".") }
            .map { String(decoding: name[$0...], as: UTF8.self) }
    }
}

extension PatternIndex.Head {
    /// Whether two heads may share a URL. Exact, except for hosts of two suffixes.
    func mayIntersect(_ other: Self) -> Bool {
        if let scheme, let others = other.scheme, scheme != others { return false }
        if let port, let others = other.port, port != others { return false }
        switch (host, other.host) {
        case (.any, .any): return true
        case (.any, _): return scheme.map(RouteURL.isNetwork) ?? true
        case (_, .any): return other.scheme.map(RouteURL.isNetwork) ?? true
        case (.literal(let name), .literal(let others)): return name == others
        case (.literal(let name), .suffix(let suffix)), (.suffix(let suffix), .literal(let name)):
            return name.utf8.count > suffix.utf8.count && name.utf8.reversed().starts(with: suffix.utf8.reversed())
        case (.suffix(let suffix), .suffix(let others)):
            return suffix.utf8.reversed().starts(with: others.utf8.reversed())
                || others.utf8.reversed().starts(with: suffix.utf8.reversed())
        }
    }

    /// Whether this head accepts everything that the other accepts.
    func contains(_ other: Self) -> Bool {
        guard scheme == nil || scheme == other.scheme, port == nil || port == other.port else { return false }
        switch (host, other.host) {
        case (.any, _): return true
        case (.suffix, .literal): return mayIntersect(other)
        case (.suffix(let suffix), .suffix(let others)):
            return others.utf8.reversed().starts(with: suffix.utf8.reversed())
        default: return host == other.host
        }
    }
}
