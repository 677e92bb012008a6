import Testing

@testable import WaybillReload

@Suite("The ledger of writes")
struct WriteLedgerTests {
    private func event(_ kind: FileEvent.Kind, _ name: String = "a.yaml", in folder: String = "/r") -> FileEvent {
        FileEvent(folder: folder, name: name, kind: kind)
    }

    @Test("A file is being written from its first modification until it is closed")
    func modification() {
        var ledger = WriteLedger()
        ledger.record(event(.modified))
        ledger.record(event(.modified))
        #expect(ledger.mark.openWrites == 1)
        #expect(ledger.openPaths == ["/r/a.yaml"])
        ledger.record(event(.closed))
        #expect(ledger.mark.openWrites == 0)
    }

    @Test(
        "A new file is being written; a new link is complete", arguments: [(FileEvent.Kind.created, 1), (.appeared, 0)])
    func newName(kind: FileEvent.Kind, openWrites: Int) {
        var ledger = WriteLedger()
        ledger.record(event(kind))
        #expect(ledger.mark.openWrites == openWrites)
    }

    @Test(
        "What is deleted, renamed or replaced is written no more",
        arguments: [FileEvent.Kind.deleted, .movedOut, .movedIn])
    func replacement(kind: FileEvent.Kind) {
        var ledger = WriteLedger()
        ledger.record(event(.modified))
        ledger.record(event(kind))
        #expect(ledger.mark.openWrites == 0)
    }

    @Test("Every event makes another mark, so that a read between two equal marks is whole")
    func marks() {
        var ledger = WriteLedger()
        var marks = [ledger.mark]
        for kind in [FileEvent.Kind.modified, .closed, .attributes, .movedIn, .deleted, .folderLost] {
            ledger.record(event(kind))
            #expect(!marks.contains(ledger.mark))
            marks.append(ledger.mark)
        }
        ledger.recordLoss()
        #expect(!marks.contains(ledger.mark))
    }

    @Test("Writers in a lost folder are forgotten, those elsewhere are not")
    func lostFolder() {
        var ledger = WriteLedger()
        ledger.record(event(.modified, in: "/r"))
        ledger.record(event(.modified, in: "/r/sub"))
        ledger.record(event(.folderLost, "", in: "/r/sub"))
        #expect(ledger.openPaths == ["/r/a.yaml"])
    }

    @Test("A write whose writer is gone ends at the review; one that nobody knows about ends at the fourth")
    func review() {
        var ledger = WriteLedger()
        ledger.record(event(.modified, "gone.yaml"))
        ledger.record(event(.modified, "present.yaml"))
        ledger.record(event(.modified, "unknown.yaml"))
        let states: [String: WriteLedger.Writer] = [
            "/r/gone.yaml": .gone, "/r/present.yaml": .present, "/r/unknown.yaml": .unknown,
        ]
        var left: [Int] = []
        for _ in 0..<5 {
            ledger.reviewOpenWrites { states[$0] ?? .gone }
            left.append(ledger.mark.openWrites)
        }
        #expect(left == [2, 2, 2, 1, 1])
        #expect(ledger.openPaths == ["/r/present.yaml"])
    }
}
