extension Rule {
    /// A set that breaks a rule and nothing else above a hint, as small as can be, and the same set mended.
    public struct Example: Sendable {
        public var broken: [File]
        public var mended: [File]

        /// A file of the set; or one beside it, which the message or the reader needs: `Registry.swift`.
        public struct File: Sendable {
            public var path: String
            public var text: String
            public var condition: Condition

            public init(_ path: String, _ text: String, _ condition: Condition = .sound) {
                self.path = path
                self.text = text.isEmpty ? "" : text + "\n"
                self.condition = condition
            }
        }

        /// What no text can show.
        public enum Condition: Sendable {
            case sound
            case linkToNothing
            case writableByEverybody
        }

        public init(broken: [File], mended: [File]) {
            self.broken = broken
            self.mended = mended
        }

        /// A set of one file.
        init(_ broken: String, mended: String) {
            self.init(broken: [File("routes.yaml", broken)], mended: [File("routes.yaml", mended)])
        }
    }
}

extension Rule.Example {
    /// What `waybill check` says about one of the two sets, made anew each time.
    public static func report(on files: [File]) -> LintReport {
        let compilation = Compilation.compile(files: ManifestFiles(files))
        let configuration = compilation.configuration(
            source(files, ConfigurationFile.name).map(ConfigurationFile.init))
        let baseline = configuration.baselinePath.flatMap { source(files, $0) }
        return compilation.lint(configuration, options: LintOptions(baseline: baseline))
    }

    /// What `waybill test` says about one of the two sets; `nil` where it has no table.
    package static func testReport(
        on files: [File], failUnder: Double? = nil, isMutating: Bool = false
    ) -> RouteTestReport? {
        let compilation = Compilation.compile(files: ManifestFiles(files))
        var report = RouteTestReport(compilation, coverage: failUnder == nil ? nil : .list, failUnder: failUnder)
        if isMutating { report?.mutation = compilation.mutate().map { MutationReport($0) } }
        return report
    }

    /// What `waybill plan` says about the change from the set before to one of the two sets.
    public static func plan(to files: [File]) -> Plan? {
        let before = files.filter { $0.path == formerPath }.map { ("routes.yaml", $0.text) }
        let after = files.filter { $0.path != formerPath }.map { ($0.path, $0.text) }
        return Plan(
            from: .compile(files: ManifestFiles(texts: before)), to: .compile(files: ManifestFiles(texts: after)))
    }

    private static func source(_ files: [File], _ path: String) -> SourceFile? {
        files.first { $0.path == path }.map { SourceFile(path: path, bytes: Array($0.text.utf8)) }
    }
}

extension ManifestFiles {
    /// The files that lie in the set's folder, as if they were read from there.
    fileprivate init(_ example: [Rule.Example.File]) {
        let files = example.filter { ManifestName.fits($0.path) && !$0.path.hasPrefix(".") }
        let conditions = Dictionary(files.map { ($0.path, $0.condition) }, uniquingKeysWith: { first, _ in first })
        let sources = files.map { file in
            file.condition == .linkToNothing
                ? SourceFile.unreadable(path: file.path) : SourceFile(path: file.path, bytes: Array(file.text.utf8))
        }
        let passedOver = example.map(\.path).filter(ManifestName.isAlmost)
        self.init(sources: sources, passedOver: passedOver) { path, span in
            switch conditions[path] {
            case .linkToNothing: .unread(path, .linkToNothing, at: span)
            case .writableByEverybody: .foreignWriters(.everybody, of: path, at: span)
            default: nil
            }
        }
    }
}

extension Rule {
    /// Whether `waybill check` finds it.
    public var isFoundByCheck: Bool { finder == .check }

    /// Who finds it.
    package var finder: Finder {
        if id.hasPrefix("F") { return .binding }
        if id.hasPrefix("R") { return .plan }
        return [.failedTest, .lowCoverage, .survivingMutant].contains(self) ? .test : .check
    }

    package enum Finder: Sendable {
        case check
        /// `waybill test`, which asks requests.
        case test
        /// `waybill plan`, which compares two sets.
        case plan
        /// The service, where it binds a table to Swift code.
        case binding
    }

    /// Whether `waybill plan` finds it.
    public var isFoundByPlan: Bool { finder == .plan }

    /// Whether a finding such as the example's can be mended by a program.
    public enum Fixability: String, Sendable, Codable {
        /// The mended manifest surely means what the author meant.
        case safe
        case unsafe
        case none
    }

    /// Found out by checking the example.
    public var fixability: Fixability {
        guard isFoundByCheck else { return .none }
        let fixes = Example.report(on: example.broken).diagnostics.filter { $0.rule == self }.flatMap(\.fixes)
        return fixes.isEmpty ? .none : fixes.contains(where: \.safe) ? .safe : .unsafe
    }
}
