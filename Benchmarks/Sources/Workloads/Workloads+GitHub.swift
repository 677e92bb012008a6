import Foundation
public import WaybillTable

extension Workload {
    /// The 130 routes of the GitHub API; each one's URL is its pattern without the `:`.
    public static func gitHub() throws -> Workload {
        let patterns = try gitHubPatterns()
        return Workload(
            name: "130 GitHub routes",
            routes: try patterns.map { RouteDefinition(id: $0, patterns: [try Pattern($0)]) },
            urls: patterns.map { $0.replacingOccurrences(of: ":", with: "") })
    }

    /// The same URLs as an HTTP server builds them from a request: with scheme, host and port.
    public static func gitHubOverHTTP() throws -> Workload {
        var workload = try gitHub()
        workload.name = "http"
        workload.urls = workload.urls.map { "http://127.0.0.1:8080\($0)" }
        return workload
    }

    /// Interceptors that run for everything that a pattern matches.
    public static func interceptors(before pattern: String, _ count: Int) throws -> [InterceptorDefinition] {
        try (0..<count).map { InterceptorDefinition(id: "i\($0)", patterns: [try Pattern(pattern)]) }
    }

    /// One pattern per line, `:name` for a parameter.
    public static func gitHubPatterns() throws -> [String] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: package.appendingPathComponent("Workloads/github-api-routes.txt"), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }

    /// Realistic interceptors before the GitHub API: one for everything, some before areas (`/repos/**`), before one
    /// place below every first segment (`/*/keys`), before hosts and schemes, and very many before places of other
    /// URLs. About three match one of ``gitHub()``'s URLs.
    public static func gitHubInterceptors(_ count: Int) throws -> [InterceptorDefinition] {
        let areas = Set(try gitHubPatterns().compactMap { $0.split(separator: "/").first.map(String.init) }).sorted()
        let common = ["/**"] + areas.map { "/\($0)/**" } + ["keys", "emails", "events", "repos"].map { "/*/\($0)" }
        return try (0..<count).map { index in
            let pattern = index < common.count ? common[index] : rarePattern(areas[index % areas.count], index)
            return InterceptorDefinition(
                id: "interceptor-\(index)", patterns: [try Pattern(pattern)],
                methods: index % 7 == 6 && index >= common.count ? ["POST", "PUT", "DELETE"] : [], order: index % 10,
                tags: index % 3 == 0 ? ["team-\(index % 80)"] : [], appliesEverywhere: index % 50 == 0)
        }
    }

    /// A place that none of the workload's URLs has.
    private static func rarePattern(_ area: String, _ index: Int) -> String {
        switch index % 5 {
        case 0: "/\(area)/team-\(index)/**"
        case 1: "/\(area)/:owner/project-\(index)/**"
        case 2: "/*/settings-\(index)"
        case 3: "//*.tenant-\(index).example.com/**"
        default: "app-\(index)://\(area)/**"
        }
    }
}
