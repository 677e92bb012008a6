import WaybillTable

extension Kind {
    /// A mapping from names to objects of the grammar.
    ///
    /// - Parameter mayBeNull: Whether a name alone is an entry too. Then the name counts as declared even where its
    ///   value is broken, so that what refers to it is not reported as well.
    static func objects<Element>(
        _ grammar: ObjectGrammar, mayBeNull: Bool,
        make: @escaping @Sendable (Located<String>, Fields) -> Element?
    ) -> Kind where Value == [Element] {
        let shape: Shape = mayBeNull ? .either([.nothing, .object(grammar)]) : .object(grammar)
        return .named(grammar.name, names: .key, shape) { name, slot, context in
            guard slot.node.isNullValue || slot.node.kind == .mapping else {
                context.reportMismatch(slot, expected: shape)
                return mayBeNull ? make(name, Fields(slot.emptied, grammar, context)) : nil
            }
            return make(name, Fields(slot, grammar, context))
        }
    }
}

extension Slot {
    /// The slot as if nothing stood in it.
    fileprivate var emptied: Slot {
        var slot = self
        slot.isEmptied = true
        return slot
    }
}

// MARK: Sections without references of their own

extension Kind where Value == Located<Int> {
    /// S008: the version must be one that we know.
    static var version: Kind {
        Kind(.integer(1...1)) { slot, context in
            guard let number = context.integer(slot) else { return nil }
            guard number.value == 1 else {
                let message = "manifest version \(number.text) is not supported; write 'waybill: 1'"
                context.report(Diagnostic(.unsupportedVersion, at: context.place(of: slot), message))
                return nil
            }
            return Located(1, at: slot.node.span)
        }
    }
}

extension Kind where Value == Settings {
    static var settings: Kind {
        .object(SettingsGrammar.object) { fields in
            let slash = fields[SettingsGrammar.trailingSlash]?.value ?? .ignore
            let isCaseSensitive = fields[SettingsGrammar.caseSensitive] ?? true
            return Settings(
                span: fields.place, match: .init(isCaseSensitive: isCaseSensitive, trailingSlash: slash))
        }
    }
}

extension Kind where Value == Located<MatchSettings.TrailingSlash> {
    static var trailingSlash: Kind {
        .word { (slash: MatchSettings.TrailingSlash) in
            switch slash {
            case .ignore: "One trailing '/' of URL and pattern is dropped."
            case .strict: "A trailing '/' must stand on both sides or on none."
            }
        }
    }
}

extension Kind where Value == [TagDeclaration] {
    static var tagDeclarations: Kind {
        let shape = Shape.either([.nothing, .text(pattern: nil)])
        return .named("tag", names: .tag, shape) { name, slot, context in
            guard !slot.node.isNullValue else { return TagDeclaration(name: name, summary: nil) }
            return TagDeclaration(name: name, summary: Kind<String>.sentence.decode(slot, in: context))
        }
    }
}

extension Kind where Value == [(section: Located<String>, count: Located<Int>)] {
    static var counts: Kind {
        .object(CountGrammar.object) { fields in
            CountGrammar.keys.compactMap { key in
                guard let entry = fields.entry(key), let count = fields[key] else { return nil }
                return (Located(key.name, at: entry.key.span), count)
            }
        }
    }
}

extension Kind where Value == [Located<String>] {
    static var globs: Kind { .either(Kind<Located<String>>.text.map { [$0] }, .list(of: .text)) }
}

extension Kind where Value == Located<String> {
    /// How a view is shown.
    static var presentation: Kind {
        Kind<Located<Presentation>>.word(\.summary).map { Located($0.value.rawValue, at: $0.span) }
    }
}

extension Presentation {
    fileprivate var summary: String {
        switch self {
        case .push: "Pushed on a navigation stack."
        case .present: "Presented over what is there."
        case .popover: "In a popover."
        case .sheet: "As a sheet."
        case .segue: "By a segue."
        case .show: "However what is there shows things."
        case .showDetail: "Beside what is there, as its detail."
        case .addChild: "As a child of what is there."
        case .addSubview: "As a view inside what is there."
        case .custom: "By a registered presenter."
        case .make: "Only made, and not shown."
        }
    }
}
