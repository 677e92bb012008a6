/// Finds the equivalent states of a draft, by Hopcroft's algorithm: O(classes · n log n).
///
///     members    │ 4 0 │ 1 5 2 │ 3 │      the states, block by block
///     blocks       0..2  2..5   5..6      runs of `members`; the marked ones of a block are first
///     blockOf      0 1 1 2 0 1            by state
///     position     1 2 4 5 0 3            by state: where in `members`
struct PartitionRefinement {
    private struct Block {
        var range: Range<Int>
        var markedCount = 0
    }

    private(set) var blockOf: [Int]
    private var members: [Int]
    private var position: [Int]
    private var blocks: [Block] = []
    /// The blocks that still have to split others.
    private var pending: [Int] = []
    private var isPending: [Bool] = []
    /// The blocks with marked members.
    private var touched: [Int] = []

    var blockCount: Int { blocks.count }

    init(of draft: AutomatonDraft) {
        let states = Array(0..<draft.stateCount)
        blockOf = states.map { _ in 0 }
        members = states
        position = states
        enqueue(append(0..<draft.stateCount))
        for state in states where draft.accepting[state] { mark(state) }
        splitTouched()
        refine(by: Predecessors(of: draft), classCount: draft.classCount)
    }

    private mutating func refine(by predecessors: Predecessors, classCount: Int) {
        while let splitter = pending.popLast() {
            isPending[splitter] = false
            let states = Array(members[blocks[splitter].range])  // a copy, because the splitter may itself be split
            for byteClass in 0..<classCount {
                for state in states {
                    for place in predecessors.places(before: state, by: byteClass) { mark(predecessors[place]) }
                }
                splitTouched()
            }
        }
    }

    /// Marks a state. No state may be marked twice before the next split.
    private mutating func mark(_ state: Int) {
        let block = blockOf[state]
        if blocks[block].markedCount == 0 { touched.append(block) }
        let target = blocks[block].range.lowerBound + blocks[block].markedCount
        blocks[block].markedCount += 1
        let other = members[target]
        members.swapAt(target, position[state])
        position[other] = position[state]
        position[state] = target
    }

    /// Makes the marked part of every touched block a block of its own.
    private mutating func splitTouched() {
        for block in touched {
            let range = blocks[block].range
            let middle = range.lowerBound + blocks[block].markedCount
            blocks[block].markedCount = 0
            guard middle < range.upperBound else { continue }
            blocks[block].range = middle..<range.upperBound
            let marked = append(range.lowerBound..<middle)
            for state in members[range.lowerBound..<middle] { blockOf[state] = marked }
            let isMarkedSmaller = middle - range.lowerBound <= range.upperBound - middle
            enqueue(isPending[block] || isMarkedSmaller ? marked : block)  // the smaller half is enough
        }
        touched.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ range: Range<Int>) -> Int {
        blocks.append(Block(range: range))
        isPending.append(false)
        return blocks.count - 1
    }

    private mutating func enqueue(_ block: Int) {
        isPending[block] = true
        pending.append(block)
    }
}
