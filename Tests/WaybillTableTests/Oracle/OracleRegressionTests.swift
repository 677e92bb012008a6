import Testing
import WaybillTable

@testable import WaybillOracle

/// Cases that `Scripts/oracle.sh` printed, and obvious cases of the law.
@Suite("The oracle: cases to remember")
struct OracleRegressionTests {
    @Test("the same bytes at both ends do not make two literals the same")
    func literalsAlikeAtBothEnds() throws {
        let words = (0..<6).map { OracleGenerator.word(33, $0) }
        let routes = words.enumerated().map { OracleCase.Definition(id: "r\($0)", patterns: ["/\($1)"]) }
        for word in words + [OracleGenerator.word(33, 9), OracleGenerator.word(32, 0)] {
            try expectAgreement(OracleCase(settings: MatchSettings(), routes: routes), on: .init(url: "/\(word)"))
        }
    }

    @Test("a wildcard before an address is not a valid host, for no URL can match it")
    func wildcardBeforeAddress() {
        for text in ["//*.[a]/b", "//*.%5Ba]/b", "//*.[::1]:80/b"] {
            #expect((try? Pattern(text)) == nil, "\(text)")
            #expect(OraclePattern(text) == nil, "\(text)")
        }
    }

    @Test("a reduced case keeps its difference, and is printed as source")
    func shrinking() throws {
        let made = OracleCase(
            settings: MatchSettings(),
            routes: [
                .init(id: "r", patterns: ["/a/:x", "/b"], methods: ["GET"], tags: ["t"]),
                .init(id: "s", patterns: ["/c"]),
            ])
        let plantedFile = OracleDifference(
            made: made, request: .init(url: "/a/b?c=d#e", method: "GET", view: ["t"]), table: "", law: "")
        let smallest = plantedFile.shrunk { difference in
            difference.made.routes.contains { $0.patterns.contains { $0.contains(":x") } }
                && difference.request.url.contains("b") ? difference : nil
        }
        #expect(smallest.made.routes.map(\.patterns) == [[":x"]])
        #expect(smallest.made.routes[0].methods.isEmpty && smallest.made.routes[0].tags.isEmpty)
        #expect(smallest.request.url == "b" && smallest.request.method == nil && smallest.request.view == nil)
        #expect(smallest.source.contains(#"routes: [.init(id: "r", patterns: [":x"])]"#))
    }
}

/// Fails if table and law differ on a request.
func expectAgreement(
    _ made: OracleCase, on request: OracleCase.Request, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let difference = try OracleTrial(made).difference(on: request)
    #expect(difference == nil, "\(difference?.description ?? "")", sourceLocation: sourceLocation)
}
