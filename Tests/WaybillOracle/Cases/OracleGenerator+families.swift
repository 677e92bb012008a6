import WaybillTable

extension OracleGenerator {
    // MARK: Words

    /// Lengths around the 8 and 16 bytes that a scanner or a key may take at a time.
    private static let lengths = [7, 8, 9, 15, 16, 17, 31, 32, 33]

    /// A text of a length; two variants have the same first and last 8 bytes if the length allows it.
    static func word(_ length: Int, _ variant: Int) -> String {
        var bytes = Array("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz".utf8.prefix(length))
        let place = length > 16 ? 8 + variant % (length - 16) : variant % length
        bytes[place] = UInt8(ascii: "0") + UInt8(variant % 3)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func makeWord() -> String { Self.word(pick(Self.lengths), int(0...5)) }

    mutating func makeWords() -> OracleCase {
        makeDefinitions(routes: int(2...12), interceptors: int(0...3), isCaseSensitive: chance(50)) { generator in
            let names = ["x", "y", "z"]
            let pieces = (0..<generator.int(1...3)).map { place -> String in
                switch generator.int(0...9) {
                case 0...5: generator.makeWord()
                case 6: ":\(names[place])"
                case 7: generator.makeWord() + ":\(names[place])"
                case 8: ":\(names[place])" + generator.makeWord()
                default: "*"
                }
            }
            return generator.pick(["/", "/", "app://"]) + pieces.joined(separator: "/")
                + generator.pick(["", "", "/", "/**r"])
        }
    }

    // MARK: Lengths

    /// Paths of every length, split anywhere.
    mutating func makeLengths() -> OracleCase {
        makeDefinitions(routes: int(1...8), interceptors: int(0...2), isCaseSensitive: chance(50)) { generator in
            let path = generator.makePath(length: generator.int(0...40))
            var pieces = path.split(separator: "/").map(String.init)
            if !pieces.isEmpty, generator.chance(40) {
                let place = generator.int(0...pieces.count - 1)
                pieces[place] = generator.pick([
                    ":x", "*", ":x" + pieces[place].suffix(3), pieces[place].prefix(3) + ":x",
                ])
            }
            if generator.chance(15) { pieces.append("**r") }
            return generator.pick(["/", "/", "", "app:", "//h.com/"]) + pieces.joined(separator: "/")
        }
    }

    private mutating func makePath(length: Int) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789ABCD")
        return String(
            (0..<length).map { chance(12) ? "/" : chance(4) ? pick(["¯", "é", ".", "$", "~"]) : alphabet[$0] })
    }

    // MARK: Hosts

    mutating func makeHosts() -> OracleCase {
        makeDefinitions(routes: int(3...16), interceptors: int(0...5), isCaseSensitive: chance(50)) { generator in
            let host =
                (0..<generator.int(0...3)).map { _ in generator.pick(["a", "b", "c", "é"]) + "." }.joined() + "com"
            return generator.pick(["//", "//", "http://", "https://", "WS://", "wss://"])
                + (generator.chance(8)
                    ? generator.pick(["[::1]", "[1:0::2]", "[::ffff:1.2.3.4]", "[v1.a:b]"])
                    : generator.pick(["", "*.", "*."]) + host + generator.pick(["", "", "."]))
                + generator.pick(["", "", ":80", ":443", ":8080", ":0"])
                + generator.pick(["", "/", "/x", "/:y", "/**r", "/*"])
        }
    }

    // MARK: Plain

    private static let plainPieces = [
        "a", "b", ".a", "a.", "..a", "...", "ab", "abcdefgh", "abcdefghi", "a-very-long-one",
    ]

    /// Routes with only literals at each depth, or only a capture. Interceptors are unrestricted.
    mutating func makePlain() -> OracleCase {
        let isCapture = (0..<4).map { _ in chance(40) }
        let routes = int(1...6)
        var made = 0
        return makeDefinitions(routes: routes, interceptors: int(0...5), isCaseSensitive: true) { generator in
            made += 1
            let isRoute = made <= routes
            let pieces = (0..<generator.int(1...4)).map { depth in
                if isRoute { return isCapture[depth] ? ":p\(depth)" : generator.pick(Self.plainPieces) }
                let free = [":q\(depth)", "*", "a:q\(depth)", ":q\(depth)b"]
                return generator.chance(60) ? generator.pick(Self.plainPieces) : generator.pick(free)
            }
            let rest = !isRoute && generator.chance(40) ? ["**"] : []
            return "/" + (pieces.prefix(isRoute ? 4 : generator.int(0...4)) + rest).joined(separator: "/")
        }
    }

    /// A path that one of the patterns matches, sometimes with a dot segment or an empty one.
    mutating func makePlainURL(for made: OracleCase) -> String {
        guard !made.routes.isEmpty else { return "/a/.." }
        var pieces = pick(made.routes).patterns[0].split(separator: "/").map { piece in
            piece.hasPrefix(":") ? pick(Self.plainPieces) : String(piece)
        }
        for _ in 0..<pick([0, 0, 1, 1, 2]) {
            pieces.insert(pick(["..", ".", "..", ".", "", "...", "a"]), at: int(0...pieces.count))
        }
        if chance(20) { pieces[int(0...pieces.count - 1)] = pick(["..", ".", "b"]) }
        return "/" + pieces.joined(separator: "/")
    }

    // MARK: Common

    mutating func makeDefinitions(
        routes: Int, interceptors: Int, isCaseSensitive: Bool, _ makePattern: (inout OracleGenerator) -> String
    ) -> OracleCase {
        var made = OracleCase(settings: MatchSettings(isCaseSensitive: isCaseSensitive))
        for index in 0..<routes + interceptors {
            var definition = OracleCase.Definition(
                id: index < routes ? "r\(index)" : "i\(index)", patterns: [makePattern(&self)])
            guard OraclePattern(definition.patterns[0]) != nil else { continue }
            definition.rank = pick([0, 0, 0, 0, 1, -1])
            definition.methods = pick([[], [], [], ["GET"], ["HEAD"], ["POST", "GET"]])
            definition.tags = pick([[], [], ["s"], ["t"], ["s", "t"]])
            definition.isEverywhere = chance(20)
            index < routes ? made.routes.append(definition) : made.interceptors.append(definition)
        }
        return made
    }
}
