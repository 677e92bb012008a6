package import WaybillTable

extension ManifestSet {
    /// What the set means, as 32 hexadecimal digits.
    ///
    /// Summaries, tests, layout, positions and the order of files and entries have no part in it.
    ///
    /// - Parameter uses: Of its routes.
    func digest(_ uses: RouteUses) -> String {
        var fingerprint = Fingerprint()
        combineDeclarations(into: &fingerprint)
        var sum = TextHash()
        sum.add(uses.meaning)
        fingerprint.combine(count: uses.count, sum: sum)
        combineFallback(into: &fingerprint)
        return fingerprint.text
    }

    /// What all but the routes means, and which of it decides what is found about routes: the tests and the written orders of
    /// interceptors.
    var frame: TextHash {
        var fingerprint = Fingerprint()
        combineDeclarations(into: &fingerprint)
        combineFallback(into: &fingerprint)
        fingerprint.combine(interceptors) { $0.combine($1.orderSpan != nil) }
        fingerprint.combine(tests) { $0.combine($1.content.words) { $0.combine($1) } }
        return fingerprint.hash
    }

    private func combineDeclarations(into fingerprint: inout Fingerprint) {
        fingerprint.combine(settings.isCaseSensitive)
        fingerprint.combine(settings.trailingSlash.rawValue)
        fingerprint.combine(unordered: protocols) { $1.combine(into: &$0) }
        fingerprint.combine(unordered: modules) { $1.combine(into: &$0) }
        fingerprint.combine(unordered: adapters) { $1.combine(into: &$0) }
        fingerprint.combine(unordered: interceptors) { $1.combine(into: &$0) }
    }

    private func combineFallback(into fingerprint: inout Fingerprint) {
        fingerprint.combine(fallback != nil)
        fallback?.combine(into: &fingerprint)
    }
}

extension ProtocolDeclaration {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(name.value)
        fingerprint.combine(kind.rawValue)
        fingerprint.combine(swiftType.value)
        fingerprint.combine(isRequired)
        fingerprint.combine(unordered: parts)
    }
}

extension Module {
    /// A hash of what it means, wherever and however it is written.
    package var meaning: TextHash {
        var fingerprint = Fingerprint()
        combine(into: &fingerprint)
        return fingerprint.hash
    }

    fileprivate func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(id.value)
        fingerprint.combine(kind.rawValue)
        fingerprint.combine(factory.value)
        fingerprint.combine(scope.value.rawValue)
        fingerprint.combine(unordered: provides)
        fingerprint.combine(configuration)
        fingerprint.combine(unordered: requires)
        fingerprint.combine(unordered: identifiers)
        fingerprint.combine(isExclusive)
        fingerprint.combine(present)
        fingerprint.combine(with?.canonicalText)
        fingerprint.combine(unordered: tags)
        fingerprint.combine(lane)
    }
}

extension Adapter {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(required.value)
        fingerprint.combine(provided.value)
        fingerprint.combine(using)
    }
}

extension Interceptor {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(id.value)
        fingerprint.combine(patterns.indices) { $0.combine(utf8: patterns[$1].pattern.utf8) }
        fingerprint.combine(unordered: narrowed.indices) { narrowed[$1].combine(into: &$0) }
        fingerprint.combine(unordered: methods)
        fingerprint.combine(unordered: tags)
        action.combine(into: &fingerprint)
        fingerprint.combine(with?.canonicalText)
        fingerprint.combine(order)
        fingerprint.combine(appliesEverywhere)
        fingerprint.combine(timeout)
    }
}

extension Route.Content {
    /// A hash of all that takes part in a set's digest.
    var meaning: TextHash {
        var fingerprint = Fingerprint()
        combine(into: &fingerprint)
        return fingerprint.hash
    }

    private func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(id.value)
        fingerprint.combine(patterns.indices) { $0.combine(utf8: patterns[$1].pattern.utf8) }
        fingerprint.combine(unordered: narrowed.indices) { narrowed[$1].combine(into: &$0) }
        fingerprint.combine(unordered: methods)
        fingerprint.combine(unordered: tags)
        fingerprint.combine(priority)
        destination.combine(into: &fingerprint)
        let details = details
        fingerprint.combine(details.present)
        fingerprint.combine(details.timeout)
        fingerprint.combine(details.lane)
        fingerprint.combine(details.with?.canonicalText)
    }
}

extension Fallback {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(target != nil)
        target?.combine(into: &fingerprint)
        fingerprint.combine(unordered: byTag) {
            $0.combine($1.tag.value)
            $1.target.combine(into: &$0)
        }
    }
}

extension Narrowed {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(name.value)
        narrowing.combine(into: &fingerprint)
    }
}

extension Narrowing {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        switch self {
        case .oneOf(let values):
            fingerprint.combine("oneOf")
            fingerprint.combine(values) { $0.combine($1) }
        case .regex(let text):
            fingerprint.combine("regex")
            fingerprint.combine(text)
        case .int, .uint, .hex, .uuid, .slug, .alpha, .date: fingerprint.combine(description)
        }
    }
}

extension Interceptor.Action {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        switch self {
        case .use(let name): fingerprint.combine("use", name.value)
        case .rewrite(let target): fingerprint.combine("rewrite", target.text.value)
        case .reject(let rejection):
            fingerprint.combine("reject", rejection.reason)
            fingerprint.combine(rejection.status)
        }
    }
}

extension Route.Destination {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        switch self {
        case .module(let name): fingerprint.combine("module", name.value)
        case .handler(let name): fingerprint.combine("handler", name.value)
        case .redirect(let target): fingerprint.combine("redirect", target.text.value)
        }
    }
}

extension Fallback.Target {
    fileprivate func combine(into fingerprint: inout Fingerprint) {
        switch self {
        case .module(let name): fingerprint.combine("module", name.value)
        case .handler(let name): fingerprint.combine("handler", name.value)
        }
    }
}

extension Fingerprint {
    /// A word that says what the next text is.
    fileprivate mutating func combine(_ word: String, _ text: String) {
        combine(word)
        combine(text)
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
