import Testing
import WaybillSyntax

@testable import WaybillLanguageServer

@Suite("Positions of the protocol")
struct PositionTests {
    @Test(
        "Columns count UTF-16 units, or the bytes or characters that the client chose",
        arguments: [(.utf8, 7), (.utf16, 4), (.utf32, 3)] as [(PositionEncoding, Int)])
    func columns(encoding: PositionEncoding, column: Int) {
        let file = SourceFile(path: "/a", bytes: Array("x\né😀b".utf8))
        let end = file.bytes.count - 1
        #expect(encoding.position(at: end + 0, in: file) == (1, column - 1))
        #expect(encoding.offset(line: 1, character: column - 1, in: file) == end)
    }
}
