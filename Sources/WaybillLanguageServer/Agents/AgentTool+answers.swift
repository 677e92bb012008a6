import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The set that an agent asks about. It is read again when something on disk changed, so no answer is stale.
final class AgentSet {
    let folder: String
    let settings: ServerSettings
    private let schemas: [(kind: String, json: @Sendable () -> String)]
    private let reader: SetReader
    private var analysis: SetAnalysis?

    init(folder: String, _ settings: ServerSettings, schemas: [(kind: String, json: @Sendable () -> String)]) {
        self.folder = folder
        self.settings = settings
        self.schemas = schemas
        reader = SetReader(folder: folder, settings: settings)
    }

    /// The set as it is on disk now.
    var current: SetAnalysis {
        if let analysis, !reader.hasChangedOnDisk() { return analysis }
        let new = reader.analyze([], generation: 0)
        analysis = new
        return new
    }

    var kinds: [String] { schemas.map(\.kind) }

    func schema(_ kind: String) -> String? { schemas.first { $0.kind == kind }?.json() }
}

extension AgentTool {
    /// Returns the answer: lines for people and agents, without texts of manifests at their starts.
    func lines(_ arguments: AgentArguments, _ set: AgentSet) throws(AgentProblem) -> [String] {
        switch self {
        case .check: try Self.check(arguments.texts("paths"), set.current)
        case .explain: try Self.explain(arguments, set.current)
        case .plan: try Self.plan(arguments.text("against") ?? "HEAD", set)
        case .test: try Self.test(arguments, set.current)
        case .routes: try Self.routes(set.current)
        case .schema: try Self.schema(arguments.text("kind"), set)
        case .rule: try Self.rule(arguments.text("rule"))
        }
    }

    private static func check(_ paths: [String], _ analysis: SetAnalysis) throws(AgentProblem) -> [String] {
        var report = analysis.checked.report
        let known = report.sources.map(\.path)
        if let other = paths.first(where: { !known.contains($0) }) {
            throw AgentProblem(
                "'\(other.safeOnScreen)' is not a file of the set '\(analysis.folder)'; 'routes' and 'check' name its files"
            )
        }
        if !paths.isEmpty {
            report.diagnostics.removeAll { problem in
                !known.indices.contains(problem.span.file) || !paths.contains(known[problem.span.file])
            }
        }
        let text = report.agent(ReportStyle())
        return text.lines + text.summary
    }

    private static func explain(
        _ arguments: AgentArguments, _ analysis: SetAnalysis
    ) throws(AgentProblem) -> [String] {
        if let method = arguments.text("method"), !method.isMethod {
            throw AgentProblem("'method' must be upper-case such as GET, found '\(method.safeOnScreen)'")
        }
        let tags = arguments.texts("tags")
        let explained = analysis.compilation.explain(
            arguments.text("url") ?? "", method: arguments.text("method"), tags: Set(tags))
        guard let explained else { throw problems(of: analysis) }
        let remarks = analysis.compilation.set.problems(ofViewWith: tags)
        let errors = analysis.compilation.hasErrors ? ["the set has errors, so it is not loaded; call 'check'"] : []
        return remarks + explained.text(sources: analysis.sources).lines + errors
    }

    private static func plan(_ commit: String, _ set: AgentSet) throws(AgentProblem) -> [String] {
        let new = set.current.compilation
        let old: Compilation
        do throws(CommitProblem) { old = try set.settings.compileCommit(commit, set.folder) } catch {
            throw AgentProblem(error.message.safeOnScreen)
        }
        guard let plan = Plan(from: old, to: new) else {
            throw new.hasErrors
                ? problems(of: set.current) : AgentProblem("the set of '\(commit.safeOnScreen)' has errors")
        }
        let text = plan.agent()
        return text.lines + text.summary
    }

    private static func test(_ arguments: AgentArguments, _ analysis: SetAnalysis) throws(AgentProblem) -> [String] {
        let filter = RouteTestFilter(arguments.texts("filter"))
        let coverage: MeasuredTestReport.CoverageDetail? = arguments.flag("coverage") ? .list : nil
        guard let report = MeasuredTestReport(analysis.compilation, filter: filter, coverage: coverage) else {
            throw problems(of: analysis)
        }
        let text = report.agent(ReportStyle())
        return text.lines + text.summary
    }

    private static func routes(_ analysis: SetAnalysis) throws(AgentProblem) -> [String] {
        let compilation = analysis.compilation
        guard let report = RoutesReport(compilation, digest: compilation.digest) else { throw problems(of: analysis) }
        return report.text.lines
    }

    private static func schema(_ kind: String?, _ set: AgentSet) throws(AgentProblem) -> [String] {
        let kind = kind ?? set.kinds.first ?? ""
        guard let json = set.schema(kind) else {
            throw AgentProblem(
                "'kind' must be one of \(set.kinds.joined(separator: ", ")), found '\(kind.safeOnScreen)'")
        }
        return json.lines
    }

    private static func rule(_ name: String?) throws(AgentProblem) -> [String] {
        guard let name else { return RuleListing(Rule.all).text.lines }
        do throws(UnknownRule) {
            return RuleCatalog.entries(for: try RuleListing.rules(named: [name])).flatMap(\.explainedText.lines)
        } catch {
            throw AgentProblem(error.message.safeOnScreen)
        }
    }

    /// A set with errors has no table: the agent gets them, the most severe first.
    private static func problems(of analysis: SetAnalysis) -> AgentProblem {
        let text = analysis.checked.report.agent(ReportStyle())
        return AgentProblem(lines: ["the set has errors; correct them first"] + text.lines)
    }
}

extension String {
    fileprivate var lines: [String] {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
