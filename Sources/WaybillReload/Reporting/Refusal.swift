import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The reason why an attempt ends without publishing.
struct Refusal: Error {
    var reason: ReloadFailure
    var message: String?
    var diagnostics: [Diagnostic] = []
    var sources: [SourceFile] = []

    static var shuttingDown: Refusal { Refusal(.busy, "the service is shutting down") }

    init(_ reason: ReloadFailure, _ message: String) {
        self.reason = reason
        self.message = message
    }

    init(_ reason: ReloadFailure, _ diagnostics: [Diagnostic], _ sources: [SourceFile]) {
        self.reason = reason
        self.diagnostics = diagnostics
        self.sources = sources
    }

    /// Creates a refusal with all problems of a set. The stage that found them is the reason.
    init(_ diagnostics: [Diagnostic], _ sources: [SourceFile]) {
        self.diagnostics = diagnostics
        self.sources = sources
        let errors = diagnostics.filter { $0.severity == .error }
        reason =
            if errors.losesFile {
                .unreadable
            } else if errors.contains(where: { $0.rule == .failedMaking }) {
                .unprepared
            } else if sources.contains(where: \.isBlank) {
                .empty
            } else if errors.allSatisfy({ $0.rule.stage == .tests || $0.rule.traits.contains(.leavesRoutesKnown) }) {
                .untested
            } else if errors.allSatisfy({ $0.rule.stage == .code }) {
                .unbound
            } else {
                .invalid
            }
    }
}

extension SourceFile {
    /// Whether the file is empty, as a file may be while it is being replaced.
    var isBlank: Bool { isReadable && bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
