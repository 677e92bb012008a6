import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The commands of the server.
enum ServerCommand: String, CaseIterable, Sendable {
    /// `[{ "url", "method"?, "tags"?, "uri"? }]`: what `waybill explain --format json` prints.
    case explain = "waybill.explain"
    /// `[{ "against"?: "HEAD", "uri"? }]`: what `waybill plan --format json` prints, from a commit to the unsaved state.
    case plan = "waybill.plan"
    /// `[{ "uri"?, "file"? }]`: applies all safe fixes, of a set or of one file.
    case fixAll = "waybill.fixAll"
}

extension ServerCommand {
    static func explain(_ argument: JSONValue, _ analysis: SetAnalysis) throws(ResponseError) -> JSONValue {
        guard let url = argument["url"]?.string else { throw ResponseError(.invalidParams, "'url' is missing") }
        let tags = Set(argument["tags"]?.items.compactMap(\.string) ?? [])
        let explanation = analysis.compilation.explain(url, method: argument["method"]?.string, tags: tags)
        guard let explanation else { throw ResponseError(.requestFailed, "the set has errors; correct them first") }
        return JSONValue(json: Array(explanation.json(sources: analysis.sources).utf8)) ?? .null
    }

    static func plan(
        _ argument: JSONValue, _ analysis: SetAnalysis, _ settings: ServerSettings
    ) throws(ResponseError) -> JSONValue {
        let commit = argument["against"]?.string ?? "HEAD"
        let old: Compilation
        do throws(CommitProblem) {
            old = try settings.compileCommit(commit, analysis.folder)
        } catch {
            throw ResponseError(.requestFailed, error.message)
        }
        guard let plan = Plan(from: old, to: analysis.compilation) else {
            let which = old.hasErrors ? "the set of '\(commit)'" : "the set"
            throw ResponseError(.requestFailed, "\(which) has errors, so it cannot be compared")
        }
        let text = plan.json(old: "\(commit):\(analysis.folder)", new: analysis.folder)
        return JSONValue(json: Array(text.utf8)) ?? .null
    }

    /// Returns the edits of all safe fixes; `nil` if there are none.
    static func fixes(_ argument: JSONValue, _ analysis: SetAnalysis, _ client: Client) -> JSONValue? {
        let path = argument["file"]?.string.flatMap { uri in
            analysis.documents.values.first { $0.uri == uri }?.path ?? DocumentURI.path(of: uri)
        }
        let changes = Fixer.safeChanges(of: analysis.checked, in: path, check: analysis.check)
        return changes.isEmpty ? nil : Places(analysis, client).workspaceEdit(changes)
    }
}
