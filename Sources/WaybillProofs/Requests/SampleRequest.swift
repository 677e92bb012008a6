import WaybillTable

/// One request, in the parts that the law compares: a member of a ``RequestSet``.
struct SampleRequest: Hashable {
    var scheme: String?
    var host: String?
    var port: Int?
    var segments: [[UInt8]]
    var hasTrailingSlash: Bool
    var method: String?
    /// The view of the request.
    var view = TagView.everything

    /// The method of a request that names none: `GET`, or `nil` for a scheme of an app.
    fileprivate var assumedMethod: String? { (try? RouteURL(url))?.assumedMethod }

    /// The method with which the request is sent.
    var sentMethod: String? { method ?? assumedMethod }

    /// The URL. Parsing it gives these parts.
    var url: String {
        URLParts(scheme: scheme, host: host, port: port, segments: segments, hasTrailingSlash: hasTrailingSlash).url
    }

    var witness: RequestWitness { RequestWitness(url: url, method: method) }

    /// The requests that a test can send for it: with the assumed method or, if any method is a member, with a usual
    /// one.
    var askable: [RequestWitness] { usualMethods?.map { RequestWitness(url: url, method: $0) } ?? [witness] }

    /// The methods to try in a request that a person sends; `nil` if the request has a method, or needs none.
    var usualMethods: [String]? {
        guard method == nil, let assumed = assumedMethod else { return nil }
        return [assumed] + Self.otherMethods
    }

    fileprivate static let otherMethods = ["POST", "PUT", "PATCH", "DELETE"]
}

/// The preferred form of a sample.
struct SamplePreference {
    /// By segment: texts to prefer if they are members.
    var segments: [[[UInt8]]] = []
    /// The preferred texts of further segments.
    var others: [[UInt8]] = [Array("x".utf8)]
    var host: [[UInt8]] = []

    /// Similar to the pattern, with `1` or the first valid one of some values for its captures. For people.
    static func readable(_ pattern: Pattern, values: [String] = ["1"]) -> SamplePreference {
        var preference = SamplePreference()
        switch pattern.host {
        case .literal(let name): preference.host = [Array(name.utf8)]
        case .suffix(let suffix): preference.host = [Array("a\(suffix)".utf8)]
        case .any: preference.host = [Array("example.com".utf8)]
        }
        preference.segments = pattern.segments.map { segment in
            switch segment {
            case .literal(let bytes): [Array(bytes)]
            case .any: [Array("x".utf8)]
            case .capture(let capture): values.map { capture.prefix + Array($0.utf8) + capture.suffix }
            }
        }
        return preference
    }

    /// Unlike anything that a route is likely to name. For searches.
    static let unlikely = SamplePreference(others: [[], Array("~".utf8), Array("~1".utf8)], host: [Array("~".utf8)])
}

extension RequestSet {
    /// Returns a member, or `nil` if there is none.
    func sample(_ preference: SamplePreference) -> SampleRequest? { boxes.first?.sample(preference) }
}

extension RequestBox {
    func sample(_ preference: SamplePreference) -> SampleRequest {
        var sample = SampleRequest(segments: path.sample(preference), hasTrailingSlash: path.endsInSlash ?? false)
        switch head {
        case .alone: break
        case .scheme(let schemes): sample.scheme = schemes.sample("app")
        case .network(let schemes, let host, let port):
            sample.scheme = schemes.contains("http") ? "http" : schemes.min()
            sample.host = String(decoding: host.member(preferring: preference.host), as: UTF8.self)
            sample.port = sample.scheme.flatMap { port.sample($0) }
        }
        sample.method = methods.sample
        sample.view = views.sample
        // Without a method, the URL would mean a request outside the set.
        if sample.method == nil, let assumed = sample.assumedMethod, !methods.contains(assumed) {
            sample.method = SampleRequest.otherMethods.first(where: methods.contains)
        }
        return sample
    }
}

extension PathSet {
    /// Adds segments if the path must be longer than its sets say: see ``PathSet/trim``.
    fileprivate func sample(_ preference: SamplePreference) -> [[UInt8]] {
        var sample = segments.enumerated().map { index, segment in
            segment.member(
                preferring: index < preference.segments.count ? preference.segments[index] : preference.others)
        }
        let isShort = endsInSlash == true ? sample.isEmpty : endsInSlash == false && sample.last == []
        if hasCatchAll && isShort { sample.append(Array("x".utf8)) }
        return sample
    }
}

extension NameSet<String> {
    fileprivate func sample(_ stem: String) -> String {
        if !isComplement { return names.min() ?? stem }
        var name = stem
        while !contains(name) { name += "x" }
        return name
    }
}

extension NameSet<String?> {
    /// `GET` if it is a member, else the first in the alphabet; `nil` if every method is a member.
    fileprivate var sample: String? {
        if contains(nil) { return nil }
        if contains("GET") { return "GET" }
        if !isComplement { return names.compactMap(\.self).min() }
        var name = "X"
        while !contains(name) { name += "X" }
        return name
    }
}

extension NameSet<Int> {
    /// Returns a port; `nil` for the default one of a scheme.
    fileprivate func sample(_ scheme: String) -> Int? {
        if let usual = RouteURL.defaultPort(of: scheme), contains(usual) { return nil }
        return isComplement ? (1...65_535).first(where: contains) : names.min()
    }
}

/// An example request as text: a URL and its method, `nil` for none.
public struct RequestWitness: Sendable, Hashable {
    public var url: String
    public var method: String?

    public init(url: String, method: String?) {
        self.url = url
        self.method = method
    }

    /// `POST /notes`, or the URL alone.
    package var words: String { method.map { "\($0) \(url)" } ?? url }
}
