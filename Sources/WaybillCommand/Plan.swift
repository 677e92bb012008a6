import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax
import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what a change of manifests does to requests.",
        discussion: """
            Compares two sets of manifests request by request, and names every class of requests whose destination, \
            parameters or interceptors change, each with a witness. Other layout, other order and other names of what \
            nobody reads change nothing.

            Exit status: 0 nothing breaks; 1 something breaks, or could not be decided; with --detailed-exit-code 4 where \
            something changes and nothing breaks.

            Examples:
              waybill plan main:Routes Routes
              waybill plan origin/main:Routes Routes --format markdown=comment.md
              waybill plan http://127.0.0.1:8080/_waybill/status Routes
              waybill plan v1.4.0:Routes v1.5.0:Routes --breaking R001 --breaking R002 --format json
            """)

    @Argument(
        help: ArgumentHelp(
            """
            What was: a file, a folder, COMMIT:FOLDER of git's, or the address of a running service's status, which is \
            asked with the token in \(RunningService.tokenVariable), if there is one.
            """, valueName: "old"),
        completion: .file(extensions: ["yaml", "yml"]))
    var old: PlanSource

    @Argument(
        help: ArgumentHelp("The new set.", valueName: "new"), completion: .file(extensions: ["yaml", "yml"]))
    var new: PlanSource = PlanSource(argument: "Routes")

    @Option(
        help: ArgumentHelp(
            """
            How to report: \(PlanFormat.allCases.map(\.rawValue).joined(separator: ", ")). With =FILE into a file; may be \
            given several times. Default: text.
            """, valueName: "format[=file]"))
    var format: [FormatOption<PlanFormat>] = []

    @Option(
        help: ArgumentHelp(
            "What breaks: a rule by id or name; may be given several times. Default: R001, R003, R005.",
            valueName: "rule"))
    var breaking: [String] = []

    @Flag(help: "Allow any number of routes to be removed.")
    var allowRemovals = false

    @Flag(help: "Exit with 4 where something changes and nothing breaks.")
    var detailedExitCode = false

    func validate() throws {
        try FormatOption.validate(format)
        do {
            let rules = try RuleListing.rules(named: breaking)
            if let other = rules.first(where: { !$0.isFoundByPlan }) {
                throw ValidationError("'--breaking' takes rules of group R, and \(other.id) is none.")
            }
        } catch let unknown as UnknownRule {
            throw ValidationError(unknown.message)
        }
    }

    func run() throws {
        let hidesSecrets = old.isService || new.isService
        let (before, after) = (
            try old.compile(hidingSecrets: hidesSecrets), try new.compile(hidingSecrets: hidesSecrets)
        )
        let policy = try policy()
        guard let plan = WaybillTools.Plan(from: before, to: after, policy: policy) else {
            throw Status.failure.exit
        }
        for option in format.isEmpty ? [FormatOption(.text)] : format {
            try option.write(rendered(plan, policy, as: option.format))
        }
        if plan.isBreaking(policy) { throw Status.findings.exit }
        if detailedExitCode, !plan.isEmpty { throw Status.changed.exit }
    }

    private func policy() throws -> PlanPolicy {
        let named = breaking.isEmpty ? PlanPolicy.usual : Set(try RuleListing.rules(named: breaking))
        return PlanPolicy(breaking: named, allowsRemovals: allowRemovals)
    }

    private func rendered(_ plan: WaybillTools.Plan, _ policy: PlanPolicy, as format: PlanFormat) -> String {
        switch format {
        case .text: plan.text(policy)
        case .json: JSONText.encode(PlanReport(plan, policy, old: old.text, new: new.text))
        case .markdown: plan.markdown(policy)
        case .github: plan.github(policy, folder: FileManager.default.currentDirectoryPath)
        }
    }
}

/// How a plan is reported.
enum PlanFormat: String, CaseIterable { case text, json, markdown, github }
