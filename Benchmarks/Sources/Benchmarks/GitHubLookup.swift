@_spi(Internal) import Hummingbird
import WaybillTable
import Workloads

/// One lookup in the 130 routes of the GitHub API, from the URL's text to route, captures and interceptors, against
/// hummingbird's trie, which has no interceptors.
struct GitHubLookup {
    private let workload: Workload
    private let trie: RouterTrie<Int>

    init() throws {
        workload = try .gitHub()
        let builder = RouterPathTrieBuilder<Int>()
        for (index, pattern) in try Workload.gitHubPatterns().enumerated() {
            builder.addEntry(RouterPath(pattern), value: index)
        }
        trie = RouterTrie(base: builder)
    }

    func claims() throws -> [Claim] {
        let interceptors = try Workload.gitHubInterceptors(1_000)
        return [
            claim(workload.name, workload),
            claim("\(workload.name), 1,000 interceptors", workload.adding(interceptors: interceptors)),
        ]
    }

    private func claim(_ name: String, _ workload: Workload, passes: Int = 100) -> Claim {
        let (urls, table, trie) = (workload.urls, workload.table, trie)
        let bytes = URLList(urls)
        let times = medians(callsPerRound: passes * urls.count) {
            lookUp(bytes, passes: passes, in: table)
        } _: {
            var found = 0
            for _ in 0..<passes {
                for url in urls where trie.resolve(url) != nil { found += 1 }
            }
            return found
        }
        return .speed("lookup, \(name)", times, over: "hummingbird RouterTrie.resolve", goal: "none")
    }
}
