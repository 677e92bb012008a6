import WaybillTable

extension ManifestSet {
    /// What the set means, as 32 hexadecimal digits.
    ///
    /// Summaries, tests, layout, positions and the order of files and entries have no part in it.
    var digest: String {
        var fingerprint = Fingerprint()
        fingerprint.combine(settings.isCaseSensitive)
        fingerprint.combine(settings.trailingSlash.rawValue)
        fingerprint.combine(unordered: protocols.map(\.digest))
        fingerprint.combine(unordered: modules.map(\.digest))
        fingerprint.combine(unordered: adapters.map(\.digest))
        fingerprint.combine(unordered: interceptors.map(\.digest))
        fingerprint.combine(unordered: routes.map(\.digest))
        fingerprint.combine(fallback?.digest)
        return fingerprint.text
    }
}

extension ProtocolDeclaration {
    var digest: String {
        .fingerprint {
            $0.combine([name.value, kind.rawValue, swiftType.value])
            $0.combine(isRequired)
            $0.combine(unordered: parts.map(\.value))
        }
    }
}

extension Module {
    var digest: String {
        .fingerprint {
            $0.combine([id.value, kind.rawValue, factory.value, scope.value.rawValue])
            $0.combine(unordered: provides.map(\.value))
            $0.combine(configuration?.value)
            $0.combine(unordered: requires.map(\.value))
            $0.combine(unordered: identifiers.map(\.value))
            $0.combine(isExclusive)
            $0.combine(present.map(\.value))
            $0.combine(with?.canonicalText)
            $0.combine(unordered: tags.map(\.value))
            $0.combine(lane?.value)
        }
    }
}

extension Adapter {
    var digest: String {
        .fingerprint {
            $0.combine([required.value, provided.value])
            $0.combine(using?.value)
        }
    }
}

extension Interceptor {
    var digest: String {
        .fingerprint {
            $0.combine(id.value)
            $0.combine(patterns.map(\.text.value))
            $0.combine(unordered: narrowed.map(\.canonicalText))
            $0.combine(unordered: methods.map(\.value))
            $0.combine(unordered: tags.map(\.value))
            $0.combine(action.canonicalText)
            $0.combine(with?.canonicalText)
            $0.combine(order)
            $0.combine(appliesEverywhere)
            $0.combine(timeout.map { "\($0.value)" })
        }
    }
}

extension Route {
    var digest: String {
        .fingerprint {
            $0.combine(id.value)
            $0.combine(patterns.map(\.text.value))
            $0.combine(unordered: narrowed.map(\.canonicalText))
            $0.combine(unordered: methods.map(\.value))
            $0.combine(unordered: tags.map(\.value))
            $0.combine(priority)
            $0.combine(destination.canonicalText)
            $0.combine([present?.value ?? "", timeout.map { "\($0.value)" } ?? "", lane?.value ?? ""])
            $0.combine(with?.canonicalText)
        }
    }
}

extension Fallback {
    var digest: String {
        .fingerprint {
            $0.combine(target?.canonicalText)
            $0.combine(unordered: byTag.map { "\($0.tag.value) \($0.target.canonicalText)" })
        }
    }
}

extension String {
    fileprivate static func fingerprint(_ fill: (inout Fingerprint) -> Void) -> String {
        var fingerprint = Fingerprint()
        fill(&fingerprint)
        return fingerprint.text
    }
}

extension Narrowed {
    fileprivate var canonicalText: String { "\(name.value) \(narrowing)" }
}

extension Interceptor.Action {
    fileprivate var canonicalText: [String] {
        switch self {
        case .use(let name): ["use", name.value]
        case .rewrite(let target): ["rewrite", target.text.value]
        case .reject(let rejection): ["reject", rejection.reason, String(rejection.status)]
        }
    }
}

extension Route.Destination {
    fileprivate var canonicalText: [String] {
        switch self {
        case .module(let name): ["module", name.value]
        case .handler(let name): ["handler", name.value]
        case .redirect(let target): ["redirect", target.text.value]
        }
    }
}

extension Fallback.Target {
    fileprivate var canonicalText: String {
        switch self {
        case .module(let name): "module \(name.value)"
        case .handler(let name): "handler \(name.value)"
        }
    }
}

extension Node {
    /// The value without its layout: keys sorted, lengths before texts, quoting only where it decides the kind.
    package var canonicalText: String {
        switch content {
        case .scalar(let scalar):
            return "\(scalar.style == .plain ? "p" : "q")\(scalar.text.utf8.count):\(scalar.text)"
        case .sequence(let items):
            return "[\(items.map(\.canonicalText).joined(separator: ","))]"
        case .mapping(let entries):
            let texts = entries.map { "\($0.key.canonicalText)=\($0.value.canonicalText)" }.sorted()
            return "{\(texts.joined(separator: ","))}"
        }
    }
}
