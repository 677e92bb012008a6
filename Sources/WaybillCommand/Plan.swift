import ArgumentParser
import WaybillCommandOptions
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillSyntax
import WaybillTools
import WaybillTraffic

struct Plan: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Show which requests a change of manifests affects.",
        discussion: """
            Compares two sets of manifests, and reports all requests whose route, parameters or interceptors change, each \
            with an example request. Layout and order of the files have no effect.

            Exits with 1 if something breaks or could not be decided.

            Examples:
              waybill plan main:Routes Routes
              waybill plan origin/main...:Routes Routes --format markdown=comment.md
              waybill plan http://127.0.0.1:8080/_waybill/status Routes
              waybill plan main:Routes Routes --traffic access.log --fail-on-traffic 0.1%
              zcat access.log.*.gz | waybill plan main:Routes Routes --traffic -
              waybill plan v1.4.0:Routes v1.5.0:Routes --breaking R001 --breaking R002 --breaking R003 --breaking R005
            """)

    @Argument(
        help: ArgumentHelp(
            """
            The old set: a file, a folder, COMMIT:FOLDER in Git, or the URL of a running service's status. The commit \
            'main...' is where this branch left main. The token for a service is read from \
            \(RunningService.tokenVariable).
            """, valueName: "old"),
        completion: .file(extensions: ["yaml", "yml"]))
    var old: PlanSource

    @Argument(
        help: ArgumentHelp("The new set, in the same forms.", valueName: "new"),
        completion: .file(extensions: ["yaml", "yml"]))
    var new: PlanSource = PlanSource(argument: "Routes")

    @OptionGroup var reporting: FormatOptions<PlanFormat>

    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 if this rule is broken, an id or a name, instead of R001, R003 and R005. May be repeated.
            """, valueName: "rule"))
    var breaking: [String] = []

    @Flag(help: "Allow any number of routes to be removed.")
    var allowRemovals = false

    @Flag(help: "Exit with 4 if something changes and nothing breaks.")
    var detailedExitCode = false

    @Option(
        help: ArgumentHelp(
            "Count the requests of this access log in each class of requests; '-' is standard input. May be repeated.",
            valueName: "log"),
        completion: .file())
    var traffic: [String] = []

    @Option(
        help: ArgumentHelp(
            "Fail because of changed requests only if more than this share of the log's requests breaks.",
            valueName: "percentage"))
    var failOnTraffic: Percentage?

    @OptionGroup(title: "Log options") var log: TrafficLogOptions

    @OptionGroup var environment: CommandLineHost.EnvironmentOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if failOnTraffic != nil, traffic.isEmpty { throw ValidationError("'--fail-on-traffic' needs '--traffic'.") }
        do {
            let rules = try RuleListing.rules(named: breaking)
            if let other = rules.first(where: { !$0.isFoundByPlan }) {
                throw ValidationError("'--breaking' takes rules of the group R, found '\(other.id)'.")
            }
        } catch let unknown as UnknownRule {
            throw ValidationError(unknown.message)
        }
    }

    func perform() throws {
        let hidesSecrets = old.isService || new.isService
        let before = try old.compile(environment, hidingSecrets: hidesSecrets)
        let after = try new.compile(environment, hidingSecrets: hidesSecrets)
        let policy = try policy()
        guard var plan = WaybillTools.Plan(from: before, to: after, policy: policy) else {
            throw Status.failure.exit
        }
        if !traffic.isEmpty {
            do throws(LogProblem) { try plan.addTraffic(of: traffic, before, after, log.options) } catch {
                throw TrafficLogOptions.failure(error, of: "waybill plan OLD NEW --traffic")
            }
        }
        try reporting.write { rendered(plan, policy, as: $0.format) }
        if plan.fails(policy, allowedShare: failOnTraffic?.share) { throw Status.problems.exit }
        if detailedExitCode, !plan.isEmpty { throw Status.changed.exit }
    }

    private func policy() throws -> PlanPolicy {
        let named = breaking.isEmpty ? PlanPolicy.usual : Set(try RuleListing.rules(named: breaking))
        return PlanPolicy(breaking: named, allowsRemovals: allowRemovals)
    }

    private func rendered(_ plan: WaybillTools.Plan, _ policy: PlanPolicy, as format: PlanFormat) -> String {
        switch format {
        case .text: plan.text(policy, isQuiet: Output.isQuiet)
        case .json: plan.json(policy, old: old.text, new: new.text)
        case .markdown: plan.markdown(policy)
        case .github: plan.github(policy, old: old.style, new: new.style)
        case .agent: plan.agent(policy, path: new.path, isQuiet: Output.isQuiet).text
        }
    }
}

/// The output formats of a plan.
enum PlanFormat: String, OutputFormat {
    case text, json, markdown, github, agent

    static var usual: Self { .text }
    static var forAgents: Self? { .agent }
}
