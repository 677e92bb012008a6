import Foundation

/// A manifest set of any size: routes of six keys with captures, lists and mappings, as people write them, spread over
/// files by module. The same for every run.
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

    /// Runs `body` with a folder that holds the files.
    func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in texts {
            try Data(text.utf8).write(to: folder.appendingPathComponent(path))
        }
        return try body(folder.path)
    }

    private static func manifest(_ file: Int, routes: Range<Int>) -> String {
        let areas = ["catalogue", "orders", "billing", "people", "search", "reports", "shipping"]
        let area = areas[file % areas.count]
        var text = "waybill: 1\n\nroutes:\n"
        for index in routes {
            let noun = ["items", "notes", "drafts", "labels", "threads"][index % 5]
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
