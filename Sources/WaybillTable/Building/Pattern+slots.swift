/// A part of a pattern that takes a value: a capture or a wildcard.
package struct PatternSlot: Sendable, Hashable {
    /// The capture's name. Unnamed parts are `wildcard`, `wildcard2`, … in the order of the pattern, and `rest`.
    package var label: String
    package var isNamed: Bool
    /// The index of the segment; for `**` the number of segments.
    package var segment: Int
    package var prefix: [UInt8] = []
    package var suffix: [UInt8] = []
    /// Whether it takes any number of segments.
    package var isCatchAll = false
}

extension Pattern {
    /// The pattern that matches only `/`.
    package static let root = Pattern(Parts(utf8: [UInt8(ascii: "/")]))

    /// In the order of the pattern.
    package var slots: [PatternSlot] {
        var slots: [PatternSlot] = []
        var wildcards = 0
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .literal: continue
            case .any:
                wildcards += 1
                let label = wildcards == 1 ? "wildcard" : "wildcard\(wildcards)"
                slots.append(PatternSlot(label: freeLabel(label), isNamed: false, segment: index))
            case .capture(let capture):
                slots.append(
                    PatternSlot(
                        label: capture.name, isNamed: true, segment: index, prefix: capture.prefix,
                        suffix: capture.suffix))
            }
        }
        if let catchAll {
            let label = catchAll.name ?? freeLabel("rest")
            slots.append(
                PatternSlot(label: label, isNamed: catchAll.name != nil, segment: segments.count, isCatchAll: true))
        }
        return slots
    }

    /// Returns the label with enough `_` at its end that no capture has the same name.
    package func freeLabel(_ label: String) -> String {
        let names = captureNames
        var free = label
        while names.contains(free) { free += "_" }
        return free
    }

    /// Returns the parts of the URL with values in the slots.
    ///
    /// - Parameter values: One for each slot; a missing one is empty.
    package func parts(_ values: URLValues, _ settings: MatchSettings) -> URLParts {
        var path = segments.map { segment in
            if case .literal(let bytes) = segment { Array(bytes) } else { [UInt8]() }
        }
        let slash = UInt8(ascii: "/")
        var hasSlash = settings.slash(of: self) ?? false
        for (slot, value) in zip(slots, values.path) {
            var bytes = Array(value.utf8)
            if !slot.isCatchAll {
                path[slot.segment] = slot.prefix + bytes + slot.suffix
            } else if !bytes.isEmpty {
                hasSlash = settings.trailingSlash == .strict && bytes.last == slash
                if hasSlash { bytes.removeLast() }
                path += bytes.split(separator: slash, omittingEmptySubsequences: false).map { Array($0) }
            }
        }
        var parts = URLParts(scheme: scheme, port: port, segments: path, hasTrailingSlash: hasSlash)
        switch host {
        case .any: return parts
        case .literal(let name): parts.host = name
        case .suffix(let suffix):
            let host = Array((values.subdomain + suffix).utf8)
            parts.host = String(decoding: (try? HostName.normalized(host.span)) ?? host, as: UTF8.self)
        }
        parts.scheme = scheme ?? values.scheme
        return parts
    }
}

/// The values for the open parts of a pattern.
package struct URLValues: Sendable, Hashable {
    /// The scheme, if the pattern matches every network scheme.
    package var scheme: String
    /// The text for `*` in a host `*.suffix`.
    package var subdomain: String
    /// One for each of ``Pattern/slots``; for a `**` its segments joined by `/`.
    package var path: [String]

    package init(_ path: [String], scheme: String = "https", subdomain: String = "") {
        self.path = path
        self.scheme = scheme
        self.subdomain = subdomain
    }
}
