import Foundation
import Testing

@testable import WaybillInspector

@Suite struct EmbeddedPageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/WaybillInspector/Page").standardized

    @Test func `The page in the program is that of the folder`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(PageFile.embedded.keys.sorted() == names, "run Scripts/page.py")
        for name in names {
            let bytes = try Data(contentsOf: Self.folder.appending(path: name))
            let isSame = PageFile.embedded[name].map { $0.bytes == Array(bytes) } ?? false
            #expect(isSame, "\(name) is not current: run Scripts/page.py")
        }
    }

    @Test func `The page is small, and asks for nothing but its own files`() {
        let sizes = PageFile.embedded.values.map(\.bytes.count)
        #expect(sizes.reduce(0, +) < 180_000)
        for (name, file) in PageFile.embedded {
            let text = String(decoding: file.bytes, as: UTF8.self)
            let foreign = /(?:src|href|from|import|fetch|url)[\s=(]{0,3}["'(](?:https?:)?\/\/[a-z0-9.]*/
            let loading = text.matches(of: foreign)
            #expect(loading.isEmpty, "\(name) loads \(loading.map { String($0.output) })")
        }
    }
}
