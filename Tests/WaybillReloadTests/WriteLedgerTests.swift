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
        "A deleted, renamed or replaced file is no longer being written",
        arguments: [FileEvent.Kind.deleted, .movedOut, .movedIn])
    func replacement(kind: FileEvent.Kind) {
        var ledger = WriteLedger()
        ledger.record(event(.modified))
        ledger.record(event(kind))
        #expect(ledger.mark.openWrites == 0)
    }

    @Test("Every event changes the mark, so that a reading between two equal marks is complete")
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

    @Test("A write whose end no event reports can be ended")
    func endedWrite() {
        var ledger = WriteLedger()
        ledger.record(event(.modified, "a.yaml"))
        ledger.record(event(.modified, "b.yaml"))
        ledger.endWrite(of: "/r/a.yaml")
        #expect(ledger.openPaths == ["/r/b.yaml"])
    }
}
