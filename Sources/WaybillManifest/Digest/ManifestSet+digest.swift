import WaybillTable

extension ManifestSet {
    /// What the set means, as 32 hexadecimal digits.
    ///
    /// Summaries, tests, layout, positions and the order of files and entries have no part in it.
    var digest: String {
        var fingerprint = Fingerprint()
        fingerprint.combine(settings.isCaseSensitive)
        fingerprint.combine(settings.trailingSlash.rawValue)
        fingerprint.combine(unordered: protocols.map(\.fingerprint))
        fingerprint.combine(unordered: modules.map(\.fingerprint))
        fingerprint.combine(unordered: adapters.map(\.fingerprint))
        fingerprint.combine(unordered: interceptors.map(\.fingerprint))
        fingerprint.combine(unordered: routes.map(\.fingerprint))
        fingerprint.combine(fallback?.fingerprint.text)
        return fingerprint.text
    }
}

extension ProtocolDeclaration {
    fileprivate var fingerprint: Fingerprint {
        Fingerprint {
            $0.combine([name.value, kind.rawValue, swiftType.value])
            $0.combine(isRequired)
            $0.combine(unordered: parts)
        }
    }
}

extension Module {
    fileprivate var fingerprint: Fingerprint {
        Fingerprint {
            $0.combine([id.value, kind.rawValue, factory.value, scope.value.rawValue])
            $0.combine(unordered: provides)
            $0.combine(configuration?.value)
            $0.combine(unordered: requires)
            $0.combine(unordered: identifiers)
            $0.combine(isExclusive)
            $0.combine(present.map(\.value))
            $0.combine(with?.canonicalText)
            $0.combine(unordered: tags)
            $0.combine(lane?.value)
        }
    }
}

extension Adapter {
    fileprivate var fingerprint: Fingerprint {
        Fingerprint {
            $0.combine([required.value, provided.value])
            $0.combine(using?.value)
        }
    }
}

extension Interceptor {
    fileprivate var fingerprint: Fingerprint {
        Fingerprint {
            $0.combine(id.value)
            $0.combine(patterns.map(\.text.value))
            $0.combine(unordered: narrowed.map(\.canonicalText))
            $0.combine(unordered: methods)
            $0.combine(unordered: tags)
            $0.combine(action.canonicalText)
            $0.combine(with?.canonicalText)
            $0.combine(order)
            $0.combine(appliesEverywhere)
            $0.combine(timeout.map { "\($0.value)" })
        }
    }
}

extension Route {
    fileprivate var fingerprint: Fingerprint {
        Fingerprint {
            $0.combine(id.value)
            $0.combine(patterns.map(\.text.value))
            $0.combine(unordered: narrowed.map(\.canonicalText))
            $0.combine(unordered: methods)
            $0.combine(unordered: tags)
            $0.combine(priority)
            $0.combine(destination.canonicalText)
            $0.combine([present?.value ?? "", timeout.map { "\($0.value)" } ?? "", lane?.value ?? ""])
            $0.combine(with?.canonicalText)
        }
    }
}

extension Fallback {
    fileprivate var fingerprint: Fingerprint {
        Fingerprint {
            $0.combine(target?.canonicalText)
            $0.combine(unordered: byTag.map { "\($0.tag.value) \($0.target.canonicalText)" })
        }
    }
}

extension Fingerprint {
    fileprivate init(_ fill: (inout Fingerprint) -> Void) {
        self.init()
        fill(&self)
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
            return "\(scalar.resolved == .string ? "q" : "p")\(scalar.text.utf8.count):\(scalar.text)"
        case .sequence(let items):
            return "[\(items.map(\.canonicalText).joined(separator: ","))]"
        case .mapping(let entries):
            let texts = entries.map { "\($0.key.canonicalText)=\($0.value.canonicalText)" }.sorted()
            return "{\(texts.joined(separator: ","))}"
        }
    }
}
