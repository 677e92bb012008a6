import Foundation

/// A manifest set of any size: realistic routes of six keys with captures, lists and mappings, in one file per module.
/// It is the same in every run.
struct ManifestWorkload {
    let routes: Int
    let texts: [(path: String, text: String)]

    init(routes: Int, files: Int) {
        self.routes = routes
        texts = (0..<files).map { file in
            let slice = (file * routes / files)..<((file + 1) * routes / files)
            return ("module-\(file).yaml", Self.manifest(file, routes: slice))
        }
    }

    /// Runs `body` with a folder that contains the files.
    func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }

    /// A new folder that contains the files.
    func makeFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, text) in texts {
            try Data(text.utf8).write(to: folder.appendingPathComponent(path))
        }
        return folder.path
    }

    /// The handlers that the routes name.
    var handlers: [String] { (0..<routes).map { "\(Self.area(of: file(of: $0)))Show\($0)" } }

    /// A URL that matches a route.
    func url(ofRoute index: Int) -> String {
        let file = file(of: index)
        return "/\(Self.area(of: file))/\(file)/\(Self.noun(of: index))/\(index)/42"
    }

    private func file(of index: Int) -> Int { index / (routes / texts.count) }

    private static func area(of file: Int) -> String {
        let areas = ["catalogue", "orders", "billing", "people", "search", "reports", "shipping"]
        return areas[file % areas.count]
    }

    private static func noun(of index: Int) -> String { ["items", "notes", "drafts", "labels", "threads"][index % 5] }

    private static func manifest(_ file: Int, routes: Range<Int>) -> String {
        let area = area(of: file)
        var text = "waybill: 1\n\nroutes:\n"
        for index in routes {
            let noun = noun(of: index)
            text += """
                  - id: \(area).\(noun).show-\(index)
                    url: /\(area)/\(file)/\(noun)/\(index)/:id
                    methods: [GET]
                    params: { id: \(index % 3 == 0 ? "slug" : "int") }
                    handler: \(area)Show\(index)
                    tags: [\(area), api]

                """
        }
        return text
    }
}
