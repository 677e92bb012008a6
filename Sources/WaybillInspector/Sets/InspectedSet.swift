import Synchronization
import WaybillManifest
import WaybillProofs
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

/// A set with its table, and what the inspector computes about it, each on first use.
///
/// A new set has a new value, so nothing of it is ever stale.
final class InspectedSet: Sendable {
    let revision: Int
    let compilation: Compilation
    let table: RoutingTable
    private let madeIndex = Once<RouteIndex>()
    private let madeChains = Once<InterceptorChains>()
    private let madeLinks = Once<[Int: [RedirectSource]]>()
    private let madeGraph = Once<ManifestGraph>()
    private let madeTests = Once<MeasuredTestReport?>()
    private let madeCoverage = Once<MeasuredTestReport?>()
    private let texts = Mutex<[Int: SourceFile]>([:])

    var set: ManifestSet { compilation.set }

    init(_ state: InspectorState) {
        revision = state.revision
        compilation = state.compilation
        table = state.compilation.explainedTable ?? RoutingTable(RankedDefinitions(ManifestSet()))
    }

    /// The rows of the table, and the texts in which a filter searches.
    var index: RouteIndex { madeIndex { RouteIndex(set, table) } }
    /// Which interceptors run for which routes.
    var chains: InterceptorChains { madeChains { InterceptorChains(set, table) } }
    var graph: ManifestGraph { madeGraph { compilation.graph() } }
    /// The results of the tests; `nil` without a table.
    var tests: MeasuredTestReport? { madeTests { MeasuredTestReport(compilation) } }
    /// The results of the tests with the coverage; `nil` without a table.
    var coverage: MeasuredTestReport? { madeCoverage { MeasuredTestReport(compilation, coverage: .list) } }

    /// The forwards, redirects and rewrites that lead to each route.
    var links: [Int: [RedirectSource]] {
        madeLinks {
            var links = RouteLinks(set)
            var found: [Int: [RedirectSource]] = [:]
            for (source, _, redirect) in set.redirects {
                for target in links.targetRoutes(of: redirect).routes { found[target, default: []].append(source) }
            }
            return found
        }
    }

    /// The file and the line of a place.
    func place(of span: SourceSpan) -> (file: String, line: Int) {
        guard compilation.sources.indices.contains(span.file) else { return ("", 1) }
        let file = compilation.sources[span.file]
        return (file.path, file.position(at: span.start).line)
    }

    /// Returns a part of a file as it is written, with an `x` for each byte of a secret.
    func text(in span: SourceSpan) -> String {
        guard compilation.sources.indices.contains(span.file) else { return "" }
        let file = texts.withLock { texts in
            if let text = texts[span.file] { return text }
            let text = compilation.sources[span.file].withoutSecrets
            texts[span.file] = text
            return text
        }
        // A file that hides all of its texts has no bytes.
        let end = min(span.end, file.bytes.count)
        guard span.start < end else { return "" }
        return String(decoding: file.bytes[span.start..<end], as: UTF8.self)
    }
}
