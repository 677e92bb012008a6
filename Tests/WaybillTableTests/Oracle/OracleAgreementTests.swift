import Testing
import WaybillTable

@testable import WaybillOracle

/// In the gate more than 200,000 pairs of a table and a URL: for each, table and law must agree about the URL's parts, the route
/// with its captures, the interceptors, those that apply everywhere, and the allowed methods.
///
/// The seeds are fixed. `Scripts/oracle.sh` runs the same with new ones for any length of time.
@Suite("The oracle: table and law agree on generated cases")
struct OracleAgreementTests {
    @Test("whatever the kind of table", arguments: OracleFamily.allCases, [1, 2] as [UInt64])
    func agreement(family: OracleFamily, seed: UInt64) throws {
        var run = OracleRun(seed: seed)
        let pairs = PropertySeeds.share(of: family.share / 2)
        while run.pairs < pairs {
            if let difference = try run.nextDifference(of: family) {
                Issue.record("\(difference.shrunk())")
                return
            }
        }
        #expect(run.served > pairs / 50, "the requests must come close to the routes")
    }

    @Test("the families together test at least 200,000 pairs")
    func count() {
        #expect(OracleFamily.allCases.map(\.share).reduce(0, +) >= 200_000)
    }

    @Test("URLs of 8 KiB: one segment, thousands of segments, thousands of ways up", arguments: [7] as [UInt64])
    func long(seed: UInt64) throws {
        var generator = OracleGenerator(seed: seed)
        for family in OracleFamily.allCases {
            let trial = try generator.makeTrial(of: family)
            for _ in 0..<8 {
                let request = OracleCase.Request(
                    url: generator.makeLongURL(for: trial.made), method: generator.makeMethod(),
                    view: generator.makeView())
                guard let difference = trial.difference(on: request) else { continue }
                Issue.record("\(difference.shrunk())")
                return
            }
        }
    }
}

extension OracleFamily {
    /// The number of pairs in the suite.
    fileprivate var share: Int {
        switch self {
        case .mixed: 60_000
        case .rivals: 20_000
        case .words, .lengths, .hosts, .depths, .plain: 26_000
        case .manyEdges: 14_000
        case .chains: 2_400
        }
    }
}
