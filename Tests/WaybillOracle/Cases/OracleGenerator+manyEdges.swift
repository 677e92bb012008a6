import WaybillTable

extension OracleGenerator {
    // MARK: Many edges

    /// Many routes at one node, with more tags and methods than a machine word has bits.
    mutating func makeManyEdges() -> OracleCase {
        var made = OracleCase(settings: MatchSettings(isCaseSensitive: chance(60)))
        let count = pick([10, 40, 100])
        for index in 0..<count {
            made.routes.append(makeMember("r\(index)", index, count))
            guard chance(25) else { continue }
            var interceptor = makeMember("i\(index)", index, count)
            if chance(50) {
                (interceptor.patterns, interceptor.constraints) = ([pick(["/c/**", "/**r", "/c/:x/**"])], [:])
            }
            (interceptor.rank, interceptor.isEverywhere) = (int(-2...2), chance(20))
            made.interceptors.append(interceptor)
        }
        return made
    }

    private mutating func makeMember(_ id: String, _ index: Int, _ count: Int) -> OracleCase.Definition {
        let number = index % 7
        var member = OracleCase.Definition(
            id: id,
            patterns: [
                "/c/"
                    + pick([
                        "p\(number)-:x", ":x.s\(number)", "p\(number):x.s\(index % 3)", ":x", ":x", "*", "a",
                        "p\(number)-a", "**r",
                    ]) + pick(["", "", "", "/d", "/:y"])
            ])
        if member.patterns[0].contains("**") { member.patterns = ["/c/**r"] }
        if member.patterns[0].contains(":x"), chance(60) {
            member.constraints["x"] = int(0...OracleConstraint.all.count - 1)
        }
        // Distinct ranks prevent conflicts; a few are shared, where methods and edges decide.
        member.rank = chance(70) ? (index * 37) % count : 0
        if chance(60) { member.methods = (0...int(0...2)).map { _ in "M\(int(0...75))" } + (chance(30) ? ["GET"] : []) }
        if chance(4) { member.methods = (0...75).map { "M\($0)" } }
        member.methods = Array(Set(member.methods)).sorted()
        member.tags = Set((0..<pick([0, 1, 1, 2, 5, 70])).map { _ in "t\(int(0...75))" })
        return member
    }

    // MARK: Depths

    /// Most of the combinations of literals and wildcards over a few levels.
    mutating func makeDepths() -> OracleCase {
        var made = OracleCase(settings: MatchSettings(isCaseSensitive: chance(60)))
        let depth = int(2...4)
        for combination in 0..<(1 << depth) where chance(70) {
            let pieces = (0..<depth).map { level -> String in
                combination >> level & 1 == 0
                    ? pick(["a", "a", "b"]) : pick([":x\(level)", ":x\(level)", "*", "a:x\(level)"])
            }
            var definition = OracleCase.Definition(
                id: "r\(combination)",
                patterns: ["/" + pieces.joined(separator: "/") + pick(["", "", "", "/c", "/**"])])
            definition.rank = pick([0, 0, 0, 1, -1])
            definition.methods = pick([[], [], ["GET"], ["HEAD"], ["POST"]])
            definition.tags = pick([[], ["s"], ["t"]])
            if chance(30) { definition.constraints = ["x0": pick([0, 5, 8, 10]), "x1": pick([0, 5, 8, 10])] }
            chance(20) ? made.interceptors.append(definition) : made.routes.append(definition)
        }
        return made
    }

    // MARK: Chains

    /// Numbers of segments around likely sizes of fixed storage, up to the maximum of a pattern.
    private static let chainLengths = [4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256]

    mutating func makeChains() -> OracleCase {
        makeDefinitions(routes: int(1...5), interceptors: int(0...4), isCaseSensitive: chance(50)) { generator in
            let captures = generator.pick([0, 20, 60, 100])
            let pieces = (0..<generator.pick(Self.chainLengths)).map { place in
                generator.chance(captures) ? generator.pick([":n\(place)", ":n\(place)", "a:n\(place)"]) : "a"
            }
            return "/" + pieces.joined(separator: "/") + generator.pick(["", "", "/", "/**", "/**r"])
        }
    }
}
