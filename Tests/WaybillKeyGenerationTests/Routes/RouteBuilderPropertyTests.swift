import Foundation
import Testing
import Waybill
import WaybillKeyGeneration
import WaybillManifest
import WaybillTable

@testable import WaybillOracle

@Suite("A route builder's URL leads to its route, or there is none")
struct RouteBuilderPropertyTests {
    @Test("in generated manifests, for random values", arguments: OracleFamily.allCases)
    func builders(_ family: OracleFamily) throws {
        var tried = BuilderTrial.Counts()
        for seed in 0..<10 {
            var generator = OracleGenerator(seed: UInt64(seed) &* 977)
            let made = try generator.makeTrial(of: family).made
            // Leaves out values that no manifest can have.
            guard let trial = BuilderTrial(made) else { continue }
            for key in trial.keys.keys.prefix(10) {
                let urls = key.urls
                for _ in 0..<10 { trial.check(key, urls, &generator, &tried) }
            }
        }
        #expect(tried.proven + tried.made > 100, "\(family): \(tried)")
    }

    @Test("for every hostile value in every kind of segment")
    func hostileValues() throws {
        var tried = BuilderTrial.Counts()
        var generator = OracleGenerator(seed: 1)
        let patterns = [
            "/a/:x", "/a/:x/b", "/a/p-:x", "/a/:x.json", "/a/*", "/a/*/b", "/a/**rest", "/a/**", "/:x", "/**rest",
            "app://:x", "app://a/:x", "app://**rest", "//h.com/:x", "//*.h.com/:x", "http://h.com:80/**rest", "/:x/",
        ]
        for pattern in patterns {
            for settings in BuilderTrial.settings {
                var made = OracleCase(settings: settings)
                made.routes = [OracleCase.Definition(id: "r", patterns: [pattern], methods: ["GET"])]
                let rivals = ["/a/new", "/a/new/b", "app://new", "//h.com/new", "/a/%2E%2E/b"]
                let others = rivals.filter { (try? Pattern($0)) != nil && $0 != pattern }
                made.routes += others.map { OracleCase.Definition(id: $0, patterns: [$0], methods: ["GET"]) }
                let trial = try #require(BuilderTrial(made))
                let key = try #require(trial.keys.keys.first { $0.facts.id == "r" })
                let urls = key.urls
                for value in BuilderTrial.hostile {
                    let values = key.pattern.slots.map { _ in value }
                    trial.check(key, urls, URLValues(values, subdomain: value), &generator, &tried)
                    trial.check(key, urls, URLValues(values, subdomain: "a"), &generator, &tried)
                }
            }
        }
        #expect(tried.made > 500 && tried.refused > 500, "\(tried)")
    }
}
