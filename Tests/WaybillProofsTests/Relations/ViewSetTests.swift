import Testing

@testable import WaybillOracle
@testable import WaybillProofs
@testable import WaybillTable

@Suite("Sets of views")
struct ViewSetTests {
    private static let tags = ["r", "s", "t"]
    /// The plain view, and every view of four tags, one of which no view set names.
    private static let views: [TagView] =
        [.everything]
        + (1..<16).map { bits in
            TagView(Set((tags + ["u"]).enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)))
        }

    private static func members(_ set: ViewSet?) -> Set<TagView> { Set(views.filter { set?.contains($0) == true }) }

    private func makeSet(_ random: inout SplitMix) -> ViewSet {
        func some() -> Set<String> { Set(Self.tags.filter { _ in Bool.random(using: &random) }) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .all
        case 1: return ViewSet(with: Self.tags.randomElement(using: &random), without: [])
        case 2: return ViewSet(with: nil, without: some())
        default: return ViewSet(seeing: some())
        }
    }

    @Test("are closed under intersection and subtraction, and have a member if and only if they are not empty")
    func algebra() {
        var random = SplitMix(seed: 5)
        for _ in 0..<400 {
            var set: ViewSet? = makeSet(&random)
            for _ in 0..<3 {
                guard let own = set else { break }
                let other = makeSet(&random)
                let (members, others) = (Self.members(own), Self.members(other))
                let shared = own.intersection(other)
                #expect(Self.members(shared) == members.intersection(others))
                #expect((shared == nil) == members.isDisjoint(with: others))
                let parts = own.subtracting(other)
                #expect(parts.map { Self.members($0) }.reduce([]) { $0.union($1) } == members.subtracting(others))
                #expect(parts.map { Self.members($0).count }.reduce(0, +) == members.subtracting(others).count)
                for part in parts { #expect(part.contains(part.sample)) }
                set = Bool.random(using: &random) ? shared : parts.randomElement(using: &random)
            }
        }
    }

    @Test("have a sample with a tag that no other one excludes")
    func sample() throws {
        let rest = try #require(ViewSet.all.subtracting(ViewSet(with: nil, without: ["other"])).first)
        #expect(rest.sample == TagView(["other"]))
        #expect(ViewSet(with: "s", without: ["other"]).sample == TagView(["s"]))
        let views = ViewSet(with: nil, without: ["other"]).subtracting(ViewSet(seeing: []))
        #expect(views.map(\.sample) == [TagView(["other-x"])])
    }
}
