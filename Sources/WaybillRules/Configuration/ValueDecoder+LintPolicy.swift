import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension ValueDecoder where Value == LintPolicy.Vocabulary {
    static var vocabulary: ValueDecoder {
        .object(VocabularyGrammar.object) { fields in
            LintPolicy.Vocabulary(
                tags: fields[VocabularyGrammar.tags], methods: fields[VocabularyGrammar.methods],
                lanes: fields[VocabularyGrammar.lanes])
        }
    }
}

extension ValueDecoder where Value == [LintPolicy.NamingRule] {
    static var naming: ValueDecoder {
        .object(NamingGrammar.object) { fields in
            zip(NamingSubject.allCases, NamingGrammar.keys).compactMap { subject, key in
                fields[key].map { LintPolicy.NamingRule(subject: subject, convention: $0) }
            }
        }
    }
}

extension ValueDecoder where Value == Located<NamingConvention> {
    /// One of the common styles, or a /regex/.
    static var namingConvention: ValueDecoder {
        let styles = NamingConvention.Style.allCases.map { Word(text: $0.rawValue, summary: $0.summary) }
        return ValueDecoder(.either([.words(styles), .text(pattern: "^/", takesNumbers: false)])) { slot, context in
            guard let text = slot.node.scalarText else { return nil }
            let isRegex = text.utf8.first == UInt8(ascii: "/")
            guard isRegex || context.word(slot, among: styles.map(\.text), orElse: " or a /regex/") != nil else {
                return nil
            }
            let style = NamingConvention.Style(rawValue: text)
            guard let regex = style?.regex ?? context.regexBody(text, slot) else { return nil }
            return context.automaton(regex, slot).map {
                Located(NamingConvention(text: text, style: style, automaton: $0), at: slot.node.span)
            }
        }
    }
}

extension DecodingContext {
    fileprivate func regexBody(_ text: String, _ slot: DecodingInput) -> String? {
        if text.utf8.count > 2, text.hasSuffix("/") { return String(text.dropFirst().dropLast()) }
        report(
            Diagnostic(
                .badRegex, at: place(of: slot), "the regex of \(slot.label) is empty or has no closing '/'",
                help: "write it as /regex/"))
        return nil
    }

    fileprivate func automaton(_ regex: String, _ slot: DecodingInput) -> Automaton? {
        do throws(ConstraintError) {
            return try automaton(of: .regex(regex))
        } catch {
            report(Diagnostic(.badRegex, at: place(of: slot), error.reason, help: error.help))
            return nil
        }
    }
}

extension ValueDecoder where Value == LintPolicy.Selection {
    static var selection: ValueDecoder {
        .object(SelectionGrammar.object) { $0.selection }
    }
}

extension ObjectReader {
    fileprivate var selection: LintPolicy.Selection {
        var selection = LintPolicy.Selection(span: place)
        selection.tags = self[SelectionGrammar.tags] ?? []
        selection.modules = self[SelectionGrammar.modules] ?? []
        selection.handlers = self[SelectionGrammar.handlers] ?? []
        selection.ids = self[SelectionGrammar.ids] ?? []
        selection.files = self[SelectionGrammar.files] ?? []
        selection.methods = self[SelectionGrammar.methods] ?? []
        selection.urls = self[SelectionGrammar.urls] ?? []
        return selection
    }
}

extension ValueDecoder where Value == LintPolicy.DebugRoutes {
    static var debugRoutes: ValueDecoder {
        .object(DebugGrammar.object) { fields in
            fields[DebugGrammar.onlyIn].map { LintPolicy.DebugRoutes(selection: fields.selection, files: $0) }
        }
    }
}

extension ValueDecoder where Value == LintPolicy.Requirement {
    static var policy: ValueDecoder {
        .object(PolicyGrammar.object) { fields in
            let routes = fields[PolicyGrammar.routes]
            let views = fields[PolicyGrammar.views]
            let because = fields[PolicyGrammar.because]
            if let names = fields[PolicyGrammar.need], let entry = fields.entry(PolicyGrammar.need) {
                return LintPolicy.Requirement(
                    span: entry.key.span, demand: .need(names, of: routes, views: views), because: because)
            }
            if let names = fields[PolicyGrammar.before], let entry = fields.entry(PolicyGrammar.before) {
                return LintPolicy.Requirement(span: entry.key.span, demand: .order(names), because: because)
            }
            return nil
        }
    }
}

extension ValueDecoder where Value == [Located<String>] {
    /// The tags of views. May be empty.
    static var tagViews: ValueDecoder { .list(of: .tag, mayBeEmpty: true) }

    /// Names. May be empty.
    static var names: ValueDecoder { .list(of: .name, mayBeEmpty: true) }
}

extension ValueDecoder where Value == [LintPolicy.Folder] {
    static var folders: ValueDecoder {
        .objects(FolderGrammar.object, mayBeNull: true) { path, fields in
            LintPolicy.Folder(path: path, exports: fields[FolderGrammar.exports] ?? [])
        }
    }
}

extension ValueDecoder where Value == Located<EntryPoint> {
    static var entryPoint: ValueDecoder {
        ValueDecoder(.text(pattern: nil)) { slot, context in
            guard let text = context.text(slot) else { return nil }
            do throws(PatternError) {
                return Located(try EntryPoint(text.value), at: text.span)
            } catch {
                context.report(
                    Diagnostic(
                        .impossiblePattern, at: text.span, "'\(text.value)' is not a valid entry point",
                        help: "write it as https://api.example.com, //*.example.com, myapp: or /"))
                return nil
            }
        }
    }
}

extension ValueDecoder where Value == LintPolicy.Budgets {
    static var budgets: ValueDecoder {
        .object(BudgetsGrammar.object) { fields in
            LintPolicy.Budgets(
                chain: fields[BudgetsGrammar.chain], chainTimeout: fields[BudgetsGrammar.chainTimeout],
                routes: fields[BudgetsGrammar.routes], segments: fields[BudgetsGrammar.segments],
                states: fields[BudgetsGrammar.states], findings: fields[BudgetsGrammar.findings])
        }
    }
}

extension ValueDecoder where Value == Located<LintPolicy.Budgets.ChainTimeout> {
    static var chainTimeout: ValueDecoder {
        let word = Shape.words([Word(text: "route", summary: "The timeout of the route that the request reaches.")])
        let duration = ValueDecoder<Located<Duration>>.duration
        return ValueDecoder(.either([word, duration.shape])) { slot, context in
            if slot.node.scalarText == "route" { return Located(.route, at: slot.node.span) }
            return duration.decode(slot, in: context).map { Located(.duration($0.value), at: $0.span) }
        }
    }
}

extension ValueDecoder where Value == LintConfiguration.OpenAPISettings {
    static var openAPI: ValueDecoder {
        .object(OpenAPIGrammar.object) { fields in
            var settings = LintConfiguration.OpenAPISettings()
            settings.document = fields[OpenAPIGrammar.document]
            settings.security = fields[OpenAPIGrammar.security] ?? []
            return settings
        }
    }
}

extension ValueDecoder where Value == [(scheme: Located<String>, interceptors: [Located<String>])] {
    /// Interceptors by security scheme: `{ bearerAuth: login, either: [login, key] }`.
    static var interceptorsByScheme: ValueDecoder {
        let names = ValueDecoder<[Located<String>]>.globs
        return .named("security scheme", names: .name, names.shape) { scheme, slot, context in
            names.decode(slot, in: context).map { (scheme: scheme, interceptors: $0) }
        }
    }
}
