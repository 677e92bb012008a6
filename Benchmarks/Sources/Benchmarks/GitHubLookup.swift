import Foundation
@_spi(Internal) import Hummingbird
import WaybillTable

/// One lookup in the 130 routes of the GitHub API, from the URL's text to route and captures, against hummingbird's trie.
struct GitHubLookup {
    private let urls: [String]
    private let table: RoutingTable
    private let trie: RouterTrie<Int>

    init() throws {
        let patterns = try Workload.gitHubRoutes()
        urls = patterns.map { $0.replacingOccurrences(of: ":", with: "") }
        table = RoutingTable(routes: try patterns.map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) })
        let builder = RouterPathTrieBuilder<Int>()
        for (index, pattern) in patterns.enumerated() {
            builder.addEntry(RouterPath(pattern), value: index)
        }
        trie = RouterTrie(base: builder)
    }

    func claim(passes: Int = 200) -> Claim {
        let (urls, table, trie) = (urls, table, trie)
        let result = medians(
            callsPerRound: passes * urls.count,
            {
                var found = 0
                for _ in 0..<passes {
                    for url in urls {
                        guard let parsed = try? RouteURL(url), table.route(for: parsed, method: nil) != nil else {
                            continue
                        }
                        found += 1
                    }
                }
                return found
            },
            {
                var found = 0
                for _ in 0..<passes {
                    for url in urls where trie.resolve(url) != nil { found += 1 }
                }
                return found
            })
        return Claim(
            name: "lookup, 130 GitHub routes", nanoseconds: result.work, peer: "hummingbird RouterTrie.resolve",
            peerNanoseconds: result.peer, goal: "75")
    }
}

/// The workloads beside this package.
enum Workload {
    static func gitHubRoutes() throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: folder.appendingPathComponent("Workloads/github-api-routes.txt"), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }
}
