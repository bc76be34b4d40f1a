### 不知道工具名称的人会怎么说它：每行一种说法，用写作者的话。
### 搜索、命令面板和斜杠命令都按 aliases-工具名 里的说法来找工具。

## kv

aliases-update_node_kv =
    修改属性
    记下设定
    填人物卡
    写进人物设定
    记到设定里
    改年龄
    补充资料
    更新人设
    添加一条设定
    登记外貌
    设定职业
    把这个细节记住
    境界提升
    存到人物档案
aliases-remove_node_kv =
    删除属性
    去掉一项设定
    删掉这条设定
    不要这一栏
    清掉字段
    从人物卡上拿掉
    这项资料作废
    这一条去掉
aliases-read_node_kv =
    查看属性
    看人物卡
    这个人物的设定
    他多大
    是什么身份
    查设定
    角色资料
    看看外貌性格
    之前怎么设定的
    她用什么
    哪天生日
aliases-list_attributes =
    所有人物的属性
    设定表
    人物对照表
    角色一览表
    各人的设定汇总
    把角色列成表
    大家的年龄和职业
    横向比较人物
    都用了哪些属性
aliases-set_attribute =
    把每个场景的状态都设为
    批量设置属性
    统一设成同一个值
    几个人都属于
    给这些都加上
    一起改阵营
    全都标上
    多个节点同一属性
    一次给大家填上
aliases-update_attribute_table =
    粘贴表格
    填设定表
    按表格录入
    批量录入角色
    一次写入多个角色各自的属性
    导入电子表格
    整张表写进去
    按行填写资料
    录入名单
aliases-rename_attribute =
    属性改名
    字段改名
    键改名
    把这个栏目换个叫法
    所有卡片上的这一项改叫
    统一字段名称
    栏目名写错了

## image

aliases-generate_image =
    画一张图
    画像
    生成图片
    配一张插图
    出立绘
    概念图
    画个封面
    根据描述画
    给她画个样子
    场景图
    这个角色长什么样
    来一张画
aliases-add_image =
    用我自己的图
    上传图片
    添加照片
    把这张图放上去
    用这张当头像
    我有现成的图
    贴上图片文件
    插入本地图片
aliases-remove_image =
    去掉图片
    删除插图
    把图撤掉
    不要配图
    移除头像
    取消封面
    这张图拿下来
aliases-list_images =
    列出图片
    以前的画像
    都有哪些图
    画过的图
    历史图片
    之前的插图
    图库
    旧立绘
    别的画法

## sound

aliases-set_sound =
    给场景加音乐
    背景播放雨声
    开门时有音效
    背景音乐
    添加音频文件
    从这里开始静音
    在这一幕停掉音乐
    场景打开时循环播放
aliases-remove_sound =
    去掉音乐
    这一幕不要声音
    删除音频
    移除背景音

## text

aliases-write_text =
    写这一章
    写正文
    重新写
    从头写
    写出这个场景
    起草开头
    整章重写
    换个人称写
    把这段写出来
    推翻重写
    写一章小说
aliases-replace_text =
    替换句子
    改一个词
    把这句改成
    换掉这段话
    改错别字
    修改台词
    文中的某个字改一下
    润色这句
    这个词写错了
    把某某换成
aliases-append_text =
    续写
    接着写
    往下写
    在末尾加一段
    继续写正文
    补一段结尾
    再写几百字
    后面接上
    加个结尾
aliases-read_text =
    读正文
    看这一章
    读给我听
    现在写了什么
    显示原文
    这一节的内容
    打开正文看看
    念一遍
    开头怎么写的
aliases-read_texts =
    读完整个故事
    连续读几个场景
    所有章节的正文
    读这一组
    从这里读到那里
    通读全文
    接着读
aliases-find_in_texts =
    正文里哪里用了这个词
    列出每一处
    这个词用了多少次
    哪些场景写到
    在所有正文里查找
    全文查找词句
aliases-replace_in_texts =
    全文替换
    把所有正文里的词换成
    统一改称呼
    每一章都改
    在整个故事里替换
    到处改名字
    批量替换文字
aliases-find_repetitions =
    重复用词
    用词重复
    口头禅
    同一个词反复出现
    常用套话
    哪里写得啰嗦
    近处重复的词

## story

aliases-create_node =
    新建场景
    加一个角色
    新开一章
    添加地点
    新建节点
    加张卡片
    插入一个场景
    增加一个人物
    建个笔记
    再来一个反派
    开新的一节
    新人物登场
    多一个房间
aliases-rename_node =
    改名
    换个标题
    章节改名
    角色改名字
    这一章叫
    给场景重新取名
    人物换个名字
    改卡片标题
    这里改叫
aliases-set_node_kind =
    改类型
    把它变成地点
    这个其实是人物
    转成笔记
    类型弄错了
    这张卡归为场景
    换一种节点类型
aliases-move_node =
    移动卡片
    往左挪
    往下放
    换个位置
    拖到右边
    放进分组里
    移出框
    在画布上移动
    挪进这一卷
    靠近一点
aliases-move_nodes =
    排成一排
    排成一列
    把几张卡对齐
    摆开
    间距均匀
    竖着排
    把选中的摆整齐
    同时移动几个
    放到下面一行
aliases-tidy_map =
    整理地图
    自动布局
    自动排版
    画布太乱
    重新排布
    理顺整张图
    卡片重叠了
    整理画布
    一键整理
aliases-group_nodes =
    分组
    归成一卷
    把这些圈起来
    放进一个框
    合成一组
    建一个分卷
    归到一起
    打包成一幕
aliases-ungroup =
    取消分组
    解散
    拆开这个组
    去掉外框
    不要这个卷但留着章节
    解除编组
    拆框
aliases-fold_groups =
    折叠
    收起这一卷
    展开分组
    隐藏里面的内容
    把组合上
    点开看里面
    收拢
    打开折叠的组
aliases-fit_groups =
    框贴合内容
    缩小外框
    框太大了
    让分组大小适应卡片
    收紧外框
    按内容调整框的大小
    组里空白太多
aliases-color_nodes =
    染色
    标成红色
    换颜色
    给卡片上色
    用颜色区分
    恢复默认颜色
    高亮这些
    把这几张变绿
aliases-set_node_kinds =
    批量改类型
    这些都是人物
    全部变成地点
    一起转成笔记
    把它们都归为场景
    这几个类型都错了
aliases-duplicate_nodes =
    复制节点
    复制一份场景
    克隆角色
    再来一份
    拷贝这几张
    照样弄一个
    做个副本来改
    一模一样的再建一个
aliases-remove_node =
    删除场景
    删掉这一章
    去掉角色
    不要这张卡
    把这个删了
    砍掉这段剧情
    这个人物不要了
    移除节点
aliases-remove_nodes =
    批量删除
    把选中的都删了
    这几章都不要
    全部删掉
    清理这些卡片
    一次删几个
    把这些统统去掉
    这些都不在故事里了
aliases-split_node =
    把场景拆成两个
    从这里分开
    拆分章节
    后半部分另成一场
    在这句话处断开
    分成两段
    从这里开始新场景
aliases-merge_nodes =
    合并两个场景
    把章节并在一起
    合成一个
    把这几场合为一场
    合并卡片
    接成一段
    两场并作一场
aliases-reorder_node =
    把这一场提前
    把场景放到后面
    调整场景顺序
    对调两章
    把这一场放到最前
aliases-extract_passage =
    把这段移到新场景
    抽出这一段
    把这段做成单独的卡片
    提取片段
    把回忆拆出去
    这段单独成篇
    剪出来并连接
aliases-link_nodes =
    连接两个场景
    加一个选项
    连线
    加个分支
    从这里可以走到
    后面接
    让读者选择
    新增选择支
    跳转到
    把两章连起来
    画个箭头
    之后接
    然后到
aliases-update_link =
    修改选项
    选项文字
    选项的条件
    满足条件才出现
    改连线
    这个选项只有
    换选项的说法
    选了之后加变量
    选项改跳到
    调整选项顺序
    解锁条件
    隐藏选项
    只能选一次
    选过就不再出现
aliases-remove_link =
    断开连接
    删掉连线
    去掉选项
    取消跳转
    不要这条线
    两章不再相连
    删除分支
    不让读者走这里
    之间不该有路
aliases-find_nodes =
    查找人物
    所有地点
    哪些场景
    有哪些角色是
    按属性找
    列出人物
    筛选卡片
    谁是反派
    视角是谁的章节
    找标题
    状态是未完成的
aliases-outline =
    大纲
    故事结构
    全书梗概
    剧情脉络
    章节目录
    整体框架
    树状图
    看看全局
    分支一览
    总体走向
aliases-neighbors =
    周围有什么
    前后是什么
    上一章下一章
    从这里能去哪
    谁通向这里
    相邻节点
    前因后果
    这里的出口
    从哪里能到这里
    这里有哪些选择
aliases-find_paths =
    路径
    从开头到结局
    怎么走到
    走哪些选项
    能不能到达
    路线
    如何达成结局
    攻略
    中间经过哪些
aliases-show_node =
    显示全部内容
    这个节点有什么
    完整资料
    看整张卡片
    所有信息
    详细情况
    全部设定和正文
    打开卡片
    这张卡上有什么
aliases-read_map =
    读取地图
    所有卡片和连线
    整张图的数据
    地图有什么变化
aliases-read_node =
    读取节点
    节点的全部数据
    谁提到这个节点
    反向引用
aliases-set_start =
    设为起点
    从这里开始
    故事开头
    第一个场景
    开局
    入口
    改开场
    先看到的一章
    让读者先读
aliases-rename_story =
    书名
    给故事改名
    作品名称
    整本书改叫
    项目名
    换个书名
    小说取名
    书名定了
aliases-set_tag_color =
    标签的颜色
    把这个标签改成绿色
    给每个标签一种颜色
    更换标签颜色
aliases-set_word_goal =
    故事的目标字数
    全文要写多少字
    设定写作目标
    我想写五万字
aliases-define_kind =
    自定义类型
    新的节点类型
    新类别
    增加一种卡片
    定义阵营类
    除了人物还要
    专门的类型
    自创分类
    单独做一种卡

## style_guide

aliases-read_style_guide =
    写作规范
    这本书的规矩
    用什么时态
    叙述视角
    看看文风要求
    我定过哪些规则
    行文要求
aliases-write_style_guide =
    以后都用过去时
    全书都记住这条规则
    不要用感叹号
    设定叙述口吻
    改用第二人称
    统一用词
    像这段一样写
    定一条写作规则

## play

aliases-play_story =
    试玩
    玩一遍
    像读者一样走
    预览
    从头玩
    测试选项
    模拟玩家
    带着变量走
    能选什么
    试读一遍
    跑一遍流程
aliases-playtest_story =
    试玩测试
    模拟读者
    测试游戏
    随机试玩
    各结局的比例
    多少人走到这个结局
    没人读到的场景
    读者卡在哪里
    哪个结局太难找
    自动玩一千次
aliases-set_ending =
    标为结局
    这里完结
    大结局
    不是结局了
    结局之一
    到此结束
    收尾章
    取消结局
    这里算一个结局
aliases-set_enter_effect =
    进入时
    进来就加好感
    到这里获得物品
    进入扣钱
    走到这里设变量
    自动触发
    每次经过加一
    一到这一幕就
aliases-list_variables =
    变量
    列出变量
    故事的变量
    有哪些变量
    变量在哪里用到
    在哪里设置金币
    标记和计数
    谁改了这个变量
aliases-rename_variable =
    重命名变量
    给变量改名
    修改变量名
    改变量的名字
    改正写错的变量名

## examine

aliases-check_story =
    列出死胡同
    检查故事
    有没有问题
    死路
    到不了的场景
    找漏洞
    体检
    断掉的线
    挑错
    逻辑检查
    有没有遗漏
    发布前检查
    走不通
aliases-story_statistics =
    字数
    多少字
    统计
    要读多久
    篇幅
    哪章最长
    写了多少
    有几个结局
    通关时间
    数据统计
aliases-list_appearances =
    她在哪些场景里出现
    谁在哪里出场
    这个角色什么时候出场
    有这个角色的场景
    谁很久没出场了
    每个场景有哪些人
    出场统计表
    最后一次出现在哪
    人物出场情况
aliases-writing_progress =
    每天写了多少字
    今天写了多少
    写作进度
    连续写作几天
    能不能达到字数目标
    什么时候写完
    这周写了多少字
    日更字数
    助手写了多少字

## findings

aliases-add_finding =
    记下这个矛盾
    前后不一致
    这里有漏洞
    伏笔要回收
    标记这一段
    和前面对不上
    留意这个疑点
aliases-list_findings =
    有哪些矛盾
    没回收的伏笔
    连贯性问题
    还有什么要改
    列出漏洞
    有哪些疑点
    你发现了什么
aliases-waive_finding =
    这是故意的
    矛盾就这样留着
    忽略这条
    可以保留
    这不是错误
aliases-reply_to_finding =
    回复批注
    回答编辑的批注
    回应这条意见
    答复读者的问题
aliases-update_finding =
    修改批注
    改一下我的批注
    重写这条意见
aliases-close_finding =
    矛盾已经改好
    伏笔在这里回收
    这条处理完了
    漏洞补上了
    关闭这个疑点
aliases-advance_promise =
    枪从墙上拿走了
    伏笔在这里又出现
    离回收更近一步
    这一场推进了伏笔
    再次提到那件事
aliases-write_summary =
    给这一场写摘要
    记下这里发生了什么
    写个梗概
    改一下摘要
    删掉摘要

## facts

aliases-set_fact =
    从这一场起手臂断了
    大火之后他跛了
    从这里开始她知道了秘密
    第三章之后改变
    战斗后剑丢了
    从现在起成立
aliases-remove_fact =
    其实没有变化
    去掉这条事实
    没有受过伤
    她还不知道
    撤掉这个变化
aliases-list_facts =
    她的手臂在故事里怎么变化
    这个角色的所有变化
    列出艾达的事实
    他什么时候变了什么
    列出剧情状态
aliases-facts_at =
    这一场里什么成立
    这里手臂还断着吗
    到这里谁知道秘密
    到目前为止变了什么
    此时的状态
    他现在带着什么

## versions

aliases-list_versions =
    以前的版本
    历史版本
    旧稿
    改过几次
    这章的各个版本
    之前是什么样
    第几稿
    谁改过这里
    以前怎么写的
    全部修订
aliases-compare_versions =
    比较版本
    两版区别
    改了哪里
    新旧对照
    对比两稿
    差异
    前后有什么不同
    看改动
aliases-adopt_version =
    恢复旧版本
    用回以前的
    还是上一版好
    换回第一稿
    采用这个版本
    换回原来的图
    退回到旧稿
    以前那版更好
    那一版最好
aliases-undo =
    撤销
    撤回
    退一步
    弄错了
    不是这个意思
    取消刚才的操作
    刚改的不要
    还原上一步
    反悔
aliases-redo =
    重做
    恢复撤销
    再做一次
    前进一步
    还是要刚才的
    撤销过头了
    把撤回的弄回来
    那个改动再加回来
aliases-list_steps =
    可撤销的步骤
    能撤销什么
    操作列表
    退几步
    撤销记录
    最近的操作
    哪些步骤可以退
aliases-story_history =
    修改历史
    谁改了什么
    最近的改动
    今天改了什么
    更新日志
    昨天做了什么
    助手动过哪里
    变更记录
    什么时候删的
    什么时候改的
aliases-create_snapshot =
    存档
    做个快照
    标记里程碑
    给现状起名
    改之前存一下
    记住现在的样子
    留个备份点
    保存当前状态
    存为一个版本
    记下现在的样子
aliases-list_snapshots =
    有哪些存档
    存档列表
    里程碑列表
    快照都有哪些
    存过的快照
    存过几次档
    看看存档点
aliases-compare_snapshot =
    快照以来改了什么
    和存档比较
    跟初稿对比
    里程碑之后的改动
    与存档的差别
    从那以后改写了哪些
aliases-restore_snapshot =
    恢复存档
    回到里程碑
    读档
    整本书退回
    全部还原到
    回滚到那个状态
    恢复快照
    故事变回以前
aliases-rename_snapshot =
    给快照改名
    重命名存档
    里程碑换个名字
    存档名写错了
    给存档换个叫法
    修改备份点的名称
aliases-delete_snapshot =
    删除快照
    删掉存档
    清理旧存档
    去掉这个里程碑
    不要这个备份点了
    丢掉旧快照
aliases-list_drafts =
    待审草稿
    等我决定
    有哪些建议
    未审核的改动
    还有没定的吗
    待处理的提案
    草稿列表
aliases-show_draft =
    看草稿
    草稿改了什么
    提议的修改
    采纳前看看
    建议的内容
    预览改动
    你打算怎么改
    看看提案
aliases-adopt_draft =
    采纳草稿
    接受提案
    同意修改
    就用这版建议
    通过审阅
aliases-drop_draft =
    丢弃草稿
    拒绝提案
    不采纳
    否决建议
    不要这份草稿
aliases-rebase_draft =
    更新草稿
    草稿过时了
    解决草稿冲突
    让草稿跟上最新的故事
aliases-adopt_passages =
    部分采纳
    只采纳几段
    接受其中几句
    采纳一部分

## alternatives

aliases-list_alternatives =
    看看备选
    并排看几个开头
    有哪些备选方案
    还写过哪些版本
    其他写法
    备选稿
aliases-keep_alternative =
    把这版留作备选
    先放一边并起个名
    存成一个备选方案
    这张图留着备用
    这一稿叫更温暖
    别丢了这一稿
aliases-use_alternative =
    用更温暖的那版
    采用第二个开头
    换成那个备选
    选这个方案
    就用另一种写法
    改用备选
aliases-remove_alternative =
    不要那个备选了
    删掉备选
    另一个开头不用了
    丢掉那一稿
    去掉这个方案

## search

aliases-search_story =
    搜索
    哪里提到
    在哪一章写过
    查找词语
    全文搜索
    出现过几次
    谁说过这句话
    伏笔在哪
    搜关键词

## exchange

aliases-export_story =
    导出
    存成文件
    做成电子书
    导出 Word
    生成网页版
    转成 PDF
    发给出版社
    下载全文
    交稿
    打包成文件
    可玩的版本
    印刷用的编号游戏书
aliases-import_edits =
    采用修改
    编辑改过的文档
    Word 里的修改
    改过的表格
    合并故事的副本
    导入修改
aliases-import_story =
    导入
    载入故事
    把旧稿搬进来
    读入文件
    从别的软件迁移
    打开 Twine 文件
    已有的小说导进来
    上传稿子
aliases-preview_import =
    预览导入
    会导入什么
    小说会怎么分章
    导入前先看看
    章节能识别出来吗
aliases-list_formats =
    支持哪些格式
    能导出什么
    文件类型
    可以存成
    能不能转
    兼容哪些软件
    可以导入什么

## assistant

aliases-send_message =
    问助手
    跟助手说
    让助手做
    对话
    下指令
aliases-cancel_turn =
    停止助手
    中断
    别写了
    取消回答
aliases-answer_request =
    回答助手
    批准操作
    允许
    拒绝请求
aliases-list_turns =
    助手在做什么
    有哪些待答的问题
    正在进行的
    还在运行吗
aliases-thread_history =
    对话记录
    聊过什么
    以前的消息
    看对话
aliases-list_threads =
    对话列表
    所有会话
    之前的聊天
aliases-create_thread =
    开始新对话
    新建会话
    开一个聊天
aliases-rename_thread=
    重命名对话
    给聊天换个标题
    修改对话标题
aliases-delete_thread=
    删除对话
    清除聊天记录
    忘掉这次对话
aliases-attach_picture =
    附上图片
    给助手看图
    消息配图
aliases-show_context =
    模型看到了什么
    上下文
    用了多少令牌
    提示词
aliases-set_node_context =
    固定到上下文
    总是带上
    不要发给模型
    排除节点
aliases-list_resources =
    插件的资料
    插件有哪些资料可以固定
    MCP 资源
aliases-set_resource_context =
    总是带上这份资料
    固定插件的资料
    固定资源
aliases-read_context_strategy =
    用的什么上下文策略
    现在怎么记忆对话
    策略设置
    对话是否总结
aliases-set_context_strategy =
    上下文策略
    滑动窗口
    总结旧对话
    记忆方式
aliases-find_tools =
    找工具
    还能做什么
    有没有这个功能
    哪个命令
    其他工具
    查找功能
aliases-list_allowed =
    已允许的工具
    不用问就能做的
    授权列表
aliases-revoke_allowed =
    收回授权
    以后要先问我
    取消总是允许
aliases-plan_job =
    全部翻译要花多少
    所有场景要多少令牌
    先估算一下
    整个任务的价格
    开始前看看费用
aliases-run_job =
    翻译整个故事
    重写每一场
    全部改成过去时
    通篇校对
    把所有场景缩短
    每一章都这样改
    批量修改正文
    继续那个任务
aliases-list_jobs =
    翻译到哪儿了
    还有什么在运行
    有哪些任务
    上次哪些失败了
    看看进度
aliases-remove_job =
    不要这个任务了
    从列表里去掉任务
    清掉已完成的任务
    忘掉这个任务
    删除中断的任务
aliases-rewrite_passage =
    换个说法
    改写这一段
    把这段扩写
    把这段缩短
    换个语气
    翻译这句话
    从这里续写

## stories

aliases-get_workspace_state =
    最近的故事
    上次打开的
    版本
aliases-open_story =
    打开故事
    打开文件
aliases-create_story =
    新建故事
    开始写
aliases-open_sample_story =
    示例
    样例故事
aliases-create_story_from_file =
    从文件导入成新故事
aliases-preview_file =
    预览要新建的故事
    这份稿子会怎么分章
aliases-list_imports =
    导入进度
aliases-cancel_import =
    停止导入
aliases-copy_story =
    保存副本
aliases-close_story =
    关闭故事
aliases-remove_recent_story =
    从最近列表中移除
aliases-compact_story =
    压缩文件
    清理旧版本
aliases-verify_story_file =
    检查文件是否损坏

## backups

aliases-list_backups =
    有哪些备份
    列出备份
    故事的旧副本
aliases-back_up_story =
    备份故事
    立即做一个备份
aliases-open_backup =
    打开备份
    从备份恢复
    我的故事坏了

## calls

aliases-list_tools =
    有哪些工具
    所有命令
aliases-cancel_call =
    停止正在运行的操作
aliases-run_slash_command =
    运行斜杠命令

## settings

aliases-get_settings =
    设置
    偏好
    选项
aliases-read_licenses =
    程序的许可证
    第三方声明
aliases-update_settings =
    修改设置
    选择模型
    深色模式

## api_keys

aliases-get_api_key_status =
    有没有密钥
    密钥在哪里
aliases-list_api_keys =
    有哪些密钥
aliases-set_api_key =
    保存密钥
    添加密钥
aliases-remove_api_key =
    删除密钥
    移除密钥

## models

aliases-test_model =
    模型能用吗
    测试模型
    检查密钥
aliases-list_models =
    有哪些模型
    服务器上的模型

## agents

aliases-open_to_agents =
    对智能体开放
    让其他程序加入
    启动中枢
aliases-close_to_agents =
    对智能体关闭
    停止共享
    关闭中枢
aliases-list_participants =
    谁已连接
    智能体在做什么
aliases-list_agent_credentials =
    谁可以进入
    智能体的凭证
aliases-add_agent_credential =
    邀请智能体
    让人加入
    创建凭证
aliases-change_agent_credential =
    收窄智能体的权限
    放宽智能体的权限
aliases-renew_agent_credential =
    延长访问
    续期凭证
    访问到期时间
aliases-end_agent_credential =
    撤销凭证
    收回访问权
aliases-drop_participant =
    断开智能体
    请出去
aliases-post_message =
    给读者写消息
    给参与这个故事的人发消息
aliases-list_messages =
    读者写了什么
    查看故事的聊天
aliases-undo_agent =
    撤销某个智能体所做的一切

## outside_servers

aliases-list_outside_servers =
    有哪些插件
    查看 MCP 服务器
aliases-set_outside_server =
    添加插件
    添加 MCP 服务器
    接入其他工具
aliases-remove_outside_server =
    移除插件
    移除 MCP 服务器
aliases-start_outside_server =
    启动插件
    重启 MCP 服务器
aliases-stop_outside_server =
    停止插件
    停用 MCP 服务器
aliases-sign_in_to_server =
    登录插件
    登录 MCP 服务器
    连接我的账号
aliases-sign_out_of_server =
    退出插件登录
    退出 MCP 服务器
    删除登录信息
aliases-set_outside_tool =
    允许插件的工具
    禁用插件的工具

## languages

aliases-read_story_languages =
    故事有哪几种语言版本
    故事是用什么语言写的
    这本书的语言
    有没有德文版
    列出语言
aliases-set_story_languages =
    故事也要有德文版
    做成双语故事
    故事有哪些语言
    故事是用英文写的
    添加一种语言
    让读者可以切换语言

## glossary

aliases-list_glossary =
    人名怎么翻译
    显示术语表
    列出译者要用的名称和术语
    哪些译名已经定了
    查看译名表
aliases-set_glossary_term =
    灯塔一律这样译
    定下一个名字的译法
    把术语加进术语表
    这个名字在各语言里都不变
    决定术语的译名
aliases-remove_glossary_term =
    从术语表里去掉一个词
    忘掉这个译名
    删除术语条目
    这个术语不再固定
    去掉术语

## translation

aliases-list_translations =
    德文翻译到哪里了
    还有什么没翻译
    哪些译文过时了
    哪些要重译
    翻译进度
aliases-read_translation =
    看这一场的德文
    对照译文和原文
    翻译之后原文改了什么
    用另一种语言读这一场
    原文译文并排
aliases-write_translation =
    把这一场译成德文
    把这句译成中文
    修改译文
    翻译标题
    用另一种语言写正文
aliases-confirm_translation =
    译文仍然适用
    原文只改了错字
    标记译文为最新
    不用重新翻译
    这处改动不影响译文
aliases-export_translations =
    把文本交给译者
    导出 XLIFF
    生成 PO 文件
    给译者的表格
    游戏用的字符串表
aliases-import_translations =
    导入译者发来的文件
    翻译回来了
    导入 PO 文件
    读入译好的表格
    导入 XLIFF
aliases-check_continuity =
    找出矛盾
    故事前后对得上吗
    通读检查前后一致
    找情节漏洞
    检查谁什么时候知道什么
aliases-list_summaries =
    每一场发生了什么
    看看各章梗概
    哪些摘要过时了
    故事概要
    读一遍摘要
aliases-propose_rules =
    从我的修改里学习
    我的修改说明了什么规则
    看看我改了你哪些稿子
    给写作规范提建议
    总结我的习惯
aliases-list_proposed_rules =
    有哪些建议的规则
    等我决定的规则
    你从我这里学到什么
    看看建议的写作规范
    规范的提议
aliases-decide_proposed_rule =
    接受这条规则
    拒绝这条规则
    把建议加进写作规范
    不，这不是规则
    对，以后都这样写
