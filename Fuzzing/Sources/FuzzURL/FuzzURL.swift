import WaybillTable

/// The bytes of a URL are looked up in tables with every kind of edge; the law must give the same answers.
///
/// The first byte chooses table, method and view.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzURL(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    let choice = unsafe Int(bytes[0])
    let text = unsafe String(decoding: bytes.dropFirst(), as: UTF8.self)
    let trial = EveryEdge.trials[choice & 3]
    let method = [nil, "GET", "HEAD", "POST"][choice >> 2 & 3]
    let view: Set<String>? = [nil, ["s"], ["t"], ["t70", "s"]][choice >> 4 & 3]
    if let difference = trial.difference(on: .init(url: text, method: method, view: view)) {
        fatalError("table and law differ\n\(difference.shrunk())")
    }
    return 0
}

/// Tables with every kind of edge at the same places, for both settings.
enum EveryEdge {
    static let trials: [OracleTrial] = [(true, .ignore), (true, .strict), (false, .ignore), (false, .strict)].map {
        isCaseSensitive, slash in
        var made = OracleCase(
            settings: MatchSettings(isCaseSensitive: isCaseSensitive, trailingSlash: slash), routes: definitions("r"),
            interceptors: definitions("i"))
        for index in made.interceptors.indices { made.interceptors[index].isEverywhere = index % 5 == 0 }
        guard let trial = try? made.trialWithoutConflicts() else {
            fatalError("the definitions do not compile")
        }
        return trial
    }

    private static let heads = [
        "/", "//h.com/", "//*.com/", "//*.b.h.com/", "http://h.com:80/", "https://*.h.com/", "app://", "ws://[::1]/",
    ]
    private static let paths = [
        "", "a", "a/", "a/b/c", "a/:x/c", ":x/b/c", ":x/:y", "a/*", "a/**r", "**", "a-:x.b", "a:x", ":x.b", "ab-:x/:y",
        "abcdefghijklmnopqrstuvwxyz", "abcdefgh0jklmnopqrstuvwxyz", "abcdefgh", "abcdefghi", "%C3%A9/%2F", "a%2Eb",
        "a/b/c/d/e/f/g/h", ":x/:y/:z/:w", "*/*/*/c",
    ]

    /// Every head with every path; constraints, methods, tags and ranks alternate.
    private static func definitions(_ prefix: String) -> [OracleCase.Definition] {
        heads.flatMap { head in paths.map { head + $0 } }.enumerated().map { index, pattern in
            var definition = OracleCase.Definition(id: "\(prefix)\(index)", patterns: [pattern])
            if pattern.contains(":x"), index % 2 == 0 {
                definition.constraints["x"] = index / 2 % OracleConstraint.all.count
            }
            definition.methods = [[], ["GET"], ["HEAD", "POST"], []][index % 4]
            definition.tags = [[], ["s"], ["t"], ["t70"], ["s", "t"]][index % 5]
            definition.rank = [0, 0, 1, 0, -1, 0, 0][index % 7]
            return definition
        }
    }
}
