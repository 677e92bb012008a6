package import WaybillSyntax
import WaybillTable

extension ValueDecoder where Value == Located<Int> {
    /// S008: the version of the manifest, which must be known.
    static var version: ValueDecoder {
        ValueDecoder(.integer(1...1)) { input, context in
            guard let number = context.integer(input) else { return nil }
            guard number.value == 1 else {
                let message = "manifest version \(number.text) is not supported; write 'waybill: 1'"
                context.report(Diagnostic(.unsupportedVersion, at: context.place(of: input), message))
                return nil
            }
            return Located(1, at: input.node.span)
        }
    }
}

extension ValueDecoder where Value == Settings {
    static var settings: ValueDecoder {
        .object(SettingsGrammar.object) { object in
            let slash = object[SettingsGrammar.trailingSlash]?.value ?? .ignore
            let isCaseSensitive = object[SettingsGrammar.caseSensitive] ?? true
            return Settings(
                span: object.place, match: .init(isCaseSensitive: isCaseSensitive, trailingSlash: slash))
        }
    }
}

extension ValueDecoder where Value == Located<MatchSettings.TrailingSlash> {
    static var trailingSlash: ValueDecoder {
        .word { (slash: MatchSettings.TrailingSlash) in
            switch slash {
            case .ignore: "One trailing '/' of URL and pattern is dropped."
            case .strict: "A trailing '/' must be on both sides or on neither."
            }
        }
    }
}

extension ValueDecoder where Value == [TagDeclaration] {
    static var tagDeclarations: ValueDecoder {
        let shape = Shape.either([.nothing, .text(pattern: nil)])
        return .named("tag", names: .tagKey, shape) { name, input, context in
            guard !input.node.isNullValue else { return TagDeclaration(name: name, summary: nil) }
            return TagDeclaration(name: name, summary: ValueDecoder<String>.sentence.decode(input, in: context))
        }
    }
}

extension ValueDecoder where Value == [Manifest.SectionCount] {
    static var counts: ValueDecoder {
        .object(CountGrammar.object) { object in
            CountGrammar.keys.compactMap { key in
                guard let entry = object.entry(key), let count = object[key] else { return nil }
                return Manifest.SectionCount(section: Located(key.name, at: entry.key.span), count: count)
            }
        }
    }
}

extension ValueDecoder where Value == [Located<String>] {
    package static var globs: ValueDecoder<[Located<String>]> {
        .either(ValueDecoder<Located<String>>.text.map { [$0] }, .list(of: .text))
    }
}

extension ValueDecoder where Value == Located<String> {
    /// The way in which a view is presented.
    static var presentation: ValueDecoder {
        ValueDecoder<Located<PresentationWord>>.word(\.summary).map { Located($0.value.rawValue, at: $0.span) }
    }
}

extension PresentationWord {
    fileprivate var summary: String {
        switch self {
        case .push: "Pushed on a navigation stack."
        case .present: "Presented over the source view."
        case .popover: "Shown in a popover."
        case .sheet: "Shown as a sheet."
        case .segue: "Shown by a segue."
        case .show: "Shown in the way that the source view chooses."
        case .showDetail: "Shown as the detail of the source view."
        case .addChild: "Added as a child of the source view."
        case .addSubview: "Added as a subview of the source view."
        case .custom: "Shown by a registered presenter."
        case .make: "Made, but not shown."
        }
    }
}
